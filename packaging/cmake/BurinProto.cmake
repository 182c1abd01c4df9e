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
target_link_libraries(burin_proto PUBLIC ${GRPCPP_LIBRARY} ${GRPC_LIBRARY} ${GPR_LIBRARY}
    ${ABSL_SYNCHRONIZATION_LIBRARY} protobuf::libprotobuf Threads::Threads)
