// The inner loops for x86 with AVX2 and FMA; core/CMakeLists.txt gives this file the flags.
#if defined(__AVX2__) && defined(__FMA__)
#define SSMSCOPE_LANES 4
#define SSMSCOPE_TILE_ROWS 4
#define SSMSCOPE_TILE_VECTORS 3
#define SSMSCOPE_KERNELS kAvx2Kernels
#define SSMSCOPE_KERNELS_NAME "AVX2"
#include "core/compute/cpu_kernels.inc"
#endif
