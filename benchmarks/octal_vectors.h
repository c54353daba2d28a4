// What octal_limit.cc names of AVX-512, on processors that have AVX2 alone: two vectors of 32 bytes.
#include <immintrin.h>
#include <cstdint>
#include <cstring>
typedef long long Wide __attribute__((vector_size(64), may_alias));
typedef uint16_t Wide16 __attribute__((vector_size(64), may_alias));
typedef uint32_t Wide32 __attribute__((vector_size(64), may_alias));
typedef uint64_t Wide64 __attribute__((vector_size(64), may_alias));
typedef __m256i Half __attribute__((may_alias));
#define WIDE static inline __attribute__((always_inline)) Wide
#define MASK static inline __attribute__((always_inline)) uint32_t
WIDE wide_load(const void*p){ Wide x; memcpy(&x,p,64); return x; }
WIDE wide_join(__m256i a,__m256i b){ Wide x; ((Half*)&x)[0]=a; ((Half*)&x)[1]=b; return x; }
WIDE wide_of16(int x){ return (Wide)((Wide16){}+(uint16_t)x); }
WIDE wide_of32(int x){ return (Wide)((Wide32){}+(uint32_t)x); }
WIDE wide_of64(long long x){ return (Wide){}+x; }
// One bit for each of 32 numbers of 16 bits: whether two are equal.
MASK wide_equal16(Wide x,Wide y){ const Half*a=(Half*)&x,*b=(Half*)&y; __m256i m=_mm256_packs_epi16(_mm256_cmpeq_epi16(a[0],b[0]),_mm256_cmpeq_epi16(a[1],b[1])); return _mm256_movemask_epi8(_mm256_permute4x64_epi64(m,0xd8)); }
MASK wide_equal32(Wide x,Wide y){ Wide32 a=(Wide32)x,b=(Wide32)y; uint32_t m=0; for(int i=0;i<16;i++) m|=(uint32_t)(a[i]==b[i])<<i; return m; }
// The first numbers of 16 bits, as many as the mask has bits, which are its lowest ones.
WIDE wide_load_first(uint32_t k,const uint16_t*p){ Wide16 x={}; memcpy(&x,p,2*__builtin_popcount(k)); return (Wide)x; }
WIDE wide_reversed(Wide x){ const __m256i r=_mm256_broadcastsi128_si256(_mm_setr_epi8(14,15,12,13,10,11,8,9,6,7,4,5,2,3,0,1)); const Half*a=(Half*)&x; auto turn=[&](__m256i h){ return _mm256_permute4x64_epi64(_mm256_shuffle_epi8(h,r),0x4e); }; return wide_join(turn(a[1]),turn(a[0])); }
// 32 bits from each of 16 places, which are counted in numbers of 16 bits.
WIDE wide_gather(Wide at,const void*p){ Wide32 a=(Wide32)at,x; for(int i=0;i<16;i++){ uint32_t v; memcpy(&v,(const char*)p+2*(int64_t)(int32_t)a[i],4); x[i]=v; } return (Wide)x; }
WIDE wide_shift64(Wide x,Wide by){ const Half*a=(Half*)&x,*b=(Half*)&by; return wide_join(_mm256_sllv_epi64(a[0],b[0]),_mm256_sllv_epi64(a[1],b[1])); }
WIDE wide_from8(__m128i x){ return wide_join(_mm256_cvtepu8_epi64(x),_mm256_cvtepu8_epi64(_mm_srli_si128(x,4))); }
WIDE wide_from16(__m128i x){ return wide_join(_mm256_cvtepu16_epi64(x),_mm256_cvtepu16_epi64(_mm_srli_si128(x,8))); }
// 1 << y for eight bytes y, as numbers of 16 bits; 0 where y > 15.
static inline __m128i one_hot16(__m128i y){ const __m128i t=_mm_setr_epi8(1,2,4,8,16,32,64,(char)128,0,0,0,0,0,0,0,0); y=_mm_adds_epu8(y,_mm_set1_epi8(0x70)); return _mm_unpacklo_epi8(_mm_shuffle_epi8(t,y),_mm_shuffle_epi8(_mm_alignr_epi8(t,t,8),y)); }
// Entries of a table of 32 bytes at 32 places.
static inline __m256i bytes_at(const uint8_t*t,__m256i at){ auto half=[&](int i){ return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)(t+i))); }; return _mm256_blendv_epi8(_mm256_shuffle_epi8(half(0),at),_mm256_shuffle_epi8(half(16),at),_mm256_slli_epi16(at,3)); }
#define __m512i Wide
#define _mm512_setzero_si512() ((Wide){})
#define _mm512_set1_epi16 wide_of16
#define _mm512_set1_epi32 wide_of32
#define _mm512_set1_epi64 wide_of64
#define _mm512_loadu_si512 wide_load
#define _mm512_storeu_si512(p,x) do{ Wide kept=(x); memcpy((p),&kept,64); }while(0)
#define _mm512_sub_epi32(x,y) ((Wide)((Wide32)(x)-(Wide32)(y)))
#define _mm512_sub_epi64(x,y) ((x)-(y))
#define _mm512_and_si512(x,y) ((x)&(y))
#define _mm512_or_si512(x,y) ((x)|(y))
#define _mm512_xor_si512(x,y) ((x)^(y))
#define _mm512_sllv_epi64 wide_shift64
#define _mm512_cvtepu8_epi64 wide_from8
#define _mm512_cvtepu16_epi64 wide_from16
#define _mm512_i32gather_epi32(at,p,scale) wide_gather(at,p)
#define _mm512_cmpeq_epi32_mask wide_equal32
#define _mm512_cmpeq_epi16_mask wide_equal16
#define _mm512_mask_cmpeq_epi16_mask(k,x,y) ((k)&wide_equal16(x,y))
#define _mm512_maskz_loadu_epi16(k,p) wide_load_first(k,p)
