# SPDX-License-Identifier: GPL-3.0-or-later
# The contract with controllers, compiled: the target `burin_proto` (messages, service, gRPC). Debian's packages have
# no targets of their own for gRPC and its plugin.
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(OpenSSL REQUIRED)  # to say what is wrong with a certificate
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
find_path(GRPCPP_INCLUDE_DIR grpcpp/grpcpp.h REQUIRED)
find_library(GRPCPP_LIBRARY grpc++ REQUIRED)
find_library(GRPC_LIBRARY grpc REQUIRED)
find_library(GPR_LIBRARY gpr REQUIRED)
find_library(ABSL_SYNCHRONIZATION_LIBRARY absl_synchronization REQUIRED)
find_program(GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)
mark_as_advanced(GRPCPP_INCLUDE_DIR GRPCPP_LIBRARY GRPC_LIBRARY GPR_LIBRARY ABSL_SYNCHRONIZATION_LIBRARY
    GRPC_CPP_PLUGIN)

set(_proto ${PROJECT_SOURCE_DIR}/resources/controller/burin.proto)
set(_generated ${PROJECT_BINARY_DIR}/proto)
file(MAKE_DIRECTORY ${_generated})
set(_sources ${_generated}/burin.pb.cc ${_generated}/burin.grpc.pb.cc)
add_custom_command(OUTPUT ${_sources} ${_generated}/burin.pb.h ${_generated}/burin.grpc.pb.h
    COMMAND protobuf::protoc --proto_path=${PROJECT_SOURCE_DIR}/resources/controller --cpp_out=${_generated}
        --grpc_out=${_generated} --plugin=protoc-gen-grpc=${GRPC_CPP_PLUGIN} ${_proto}
    DEPENDS ${_proto} VERBATIM)
burin_library(burin_proto ${_sources})
burin_quick(burin_proto)
# It links as Burin's own libraries do, but generated code is exempt from the options of their compiler.
target_link_options(burin_proto PRIVATE $<TARGET_PROPERTY:burin_options,INTERFACE_LINK_OPTIONS>)
# SYSTEM: generated code is exempt from our warnings.
target_include_directories(burin_proto SYSTEM PUBLIC ${_generated} ${GRPCPP_INCLUDE_DIR})

# gRPC's 48 libraries take 11 of the 17 ms of processor time that `burin --version` needs: the dynamic linker looks for the
# definitions of 12,000 symbols. Releases link Debian's libraries, so Debian's security updates reach them. The tests start
# the program 2,700 times, so their build links gRPC's static libraries into it; it then needs 9 ms.
option(BURIN_RPC_INSIDE "Link gRPC's static libraries into the command line, which then starts in half the time" OFF)
set(_shared ${GRPCPP_LIBRARY} ${GRPC_LIBRARY} ${GPR_LIBRARY} ${ABSL_SYNCHRONIZATION_LIBRARY} protobuf::libprotobuf)
set(_inside FALSE)
if(BURIN_RPC_INSIDE AND NOT BURIN_SANITIZE)
    get_filename_component(_folder ${GRPC_LIBRARY} DIRECTORY)
    set(_static "")
    foreach(_name IN ITEMS grpc++ grpc gpr upb address_sorting re2 cares protobuf)
        list(APPEND _static ${_folder}/lib${_name}.a)
    endforeach()
    file(GLOB _abseil ${_folder}/libabsl_*.a)
    list(FILTER _abseil EXCLUDE REGEX "_(flags|failure_signal)_|test_util")
    set(_inside TRUE)
    foreach(_library IN LISTS _static)
        if(NOT EXISTS ${_library} OR NOT _abseil)
            set(_inside FALSE)  # they are not installed
        endif()
    endforeach()
endif()
if(_inside)
    # Only for programs with the property BURIN_RPC_INSIDE
    set(_asked $<BOOL:$<TARGET_PROPERTY:BURIN_RPC_INSIDE>>)
    target_link_libraries(burin_proto PUBLIC $<${_asked}:-Wl,--start-group> "$<${_asked}:${_static};${_abseil}>"
        $<${_asked}:-Wl,--end-group> "$<$<NOT:${_asked}>:${_shared}>")
else()
    target_link_libraries(burin_proto PUBLIC ${_shared})
endif()
target_link_libraries(burin_proto PUBLIC Threads::Threads)
