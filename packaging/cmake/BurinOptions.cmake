# One interface target that every Burin target links: warnings, exact arithmetic, sanitizers.
add_library(burin_options INTERFACE)
target_compile_options(burin_options INTERFACE
    -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    # The format's arithmetic is one IEEE operation at a time: nothing contracts, nothing reassociates.
    -ffp-contract=off
    # Kernels combine comparisons without branches: & and | of truths are meant.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical -Wno-bitwise-conditional-parentheses>
    # GCC 12 sees overlaps in std::string's own code (GCC bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:${BURIN_WERROR}>:-Werror>)
target_include_directories(burin_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(burin_options INTERFACE BURIN_VERSION="${PROJECT_VERSION}")
if(BURIN_SANITIZE)
    list(JOIN BURIN_SANITIZE "," _sanitizers)
    target_compile_options(burin_options INTERFACE
        -fsanitize=${_sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(burin_options INTERFACE -fsanitize=${_sanitizers})
endif()
