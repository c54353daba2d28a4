// octal_window: streaming Grundy values of one octal game with a sparse space, bounded memory, window certificate.
// The same method as discover/windows/streaming, written for speed alone: what ours is measured against by
// `python -m benchmarks`; nothing else uses it. The constants of a game are a header by octal_window_constants.cc.
//   g++ -O3 -march=native -std=c++17 -include constants.106.h octal_window.cc -o octal_window.106
//   octal_window.106 N [cki=LOG2] [file=CKFILE] [resume] [fnv] [sec=S] [nostop]
// Notation. idx(v) drops bit 0 of v (the mask has bit 0); H[t] = 1 << idx(G(t)) for a common position t. Rare positions are finite in
// number, all <= RMAX. X(s) = set of idx of common values G(r)^G(s-r), r rare. E(n) = OR over splits m of X(n-m), and H[n-k] for
// takes k that keep the type. Candidate c(n) = lowest zero of E(n): one-hot = ~E & (E+1).
// State at n: the window G(n-RMAX-MAXM .. n-1) and n mod 2 when the mask uses the parity of positions.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cstring>
#include <cmath>
#include <string>
#include <vector>
#include <unordered_map>
#include <algorithm>
#include <type_traits>
#include <utility>
#include <chrono>
#include <time.h>
#include <unistd.h>
#include <immintrin.h>
using namespace std; typedef int64_t i64; typedef uint64_t u64; typedef uint32_t u32; typedef uint16_t u16; typedef uint8_t u8;
typedef conditional<NB==16,u16,conditional<NB==32,u32,u64>::type>::type T;
static double now(){ timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t); return t.tv_sec+1e-9*t.tv_nsec; }
#ifndef LBK
#define LBK 32768      // look-back for witnesses: every verification uses a witness a <= LBK (bounded), or the run stops
#endif
#ifndef VLAG
#define VLAG 0
#endif
#ifndef BUF
#define BUF 65536
#endif
static constexpr int L0=RMAX+MAXM;          // short window (the state)
static constexpr int HEAD=LBK+64;           // values kept from the start (small heap of a witness pair)
static constexpr int PADL=LBK+128; static_assert(MAXM<32&&LBK%64==0,"");
static_assert(L0<LBK,"");
// ---------------------------------------------------------------- head: plain sparse-space program
static u16 G0[HEAD+4096]; static vector<int> WHv,TKv,SPv;
static inline int par(int v){ return __builtin_parity(v&MASK); }
static inline int typ(int v,i64 n){ return par(v)^(int)(POS&n&1)^CCC; }
static inline int idxv(int v){ return v>>1; }
static inline int expd(int p,int x){ int v=2*x; return par(v)==p?v:v+1; } // value with idx x and parity p of v&MASK (mask has bit 0)
static void head(int N){
  string g=GAME; size_t dot=g.find('.'); string d=(dot==0?string("0"):g.substr(0,dot))+g.substr(dot+1);
  for(size_t i=0;i<d.size();i++){int x=d[i]-'0'; if(x&1)WHv.push_back(i); if(x&2)TKv.push_back(i); if(x&4)SPv.push_back(i);}
  vector<int> seen(1<<14,-1); vector<int> R; u16*G=G0; vector<int> hw(8192,1);
  for(int n=0;n<N;n++){
    if(n<3000){ for(int k:WHv) if(n==k) seen[0]=n; for(int k:TKv) if(n>k) seen[G[n-k]]=n; for(int k:SPv){int t=n-k; for(int a=1;2*a<=t;a++) seen[G[a]^G[t-a]]=n;} int x=0; while(seen[x]==n)x++; G[n]=x; }
    else { for(int k:TKv) seen[G[n-k]]=n; for(int k:SPv) for(int r:R) if(n-k-r>0) seen[G[r]^G[n-k-r]]=n; int p=1^CCC^(POS&n&1); int i=0; while(seen[expd(p,i)]==n)i++; int cand=expd(p,i); int bad=-1;
      for(int v=0;v<cand&&bad<0;v++){ if(par(v)==p||seen[v]==n) continue; int&h=hw[v]; bool ok=false; for(int k:SPv) if((G[h]^G[n-k-h])==v) ok=true; for(int a=1;a<=n/2&&!ok;a++) for(int k:SPv) if(2*a<=n-k&&(G[a]^G[n-k-a])==v){ok=true;h=a;break;} if(!ok) bad=v; }
      G[n]=bad>=0?bad:cand; }
    if(n>=1&&!typ(G[n],n)){ R.push_back(n); if(n>RMAX){ printf("STOP new rare position %d in the head\n",n); exit(2);} }
  }
  if(R.size()!=N_RARE){ printf("STOP rare positions differ from the header\n"); exit(2); }
}
// ---------------------------------------------------------------- vectors
static constexpr int VL=512/NB, UN=32/VL;       // lanes in a zmm; zmm per 32 lanes
static constexpr u64 aff(int g){ u64 m=0; for(int i=0;i<8;i++) m|=(u64)(1u<<(i^(g&7)))<<(8*(7-i)); return m; }
template<int g> static inline __m512i swz(__m512i x){ // permute bit positions b -> b^g of every T
  if constexpr((g&7)!=0) x=_mm512_gf2p8affine_epi64_epi8(x,_mm512_set1_epi64(aff(g)),0);
  if constexpr((g>>3)!=0){ constexpr int h=g>>3; alignas(64) static constexpr auto tb=[]{ struct{u8 b[64];} r{}; for(int i=0;i<64;i++) r.b[i]=(u8)((i&15)^h); return r; }(); x=_mm512_shuffle_epi8(x,_mm512_load_si512(tb.b)); }
  return x; }
#define OR3(a,b,c) _mm512_ternarylogic_epi64(a,b,c,0xfe)
static inline __m512i ld(const T*p){ return _mm512_loadu_si512(p); }
template<size_t... I,class F> static inline void unroll_(index_sequence<I...>,F&&f){ (f(integral_constant<int,I>()),...); }
template<int N,class F> static inline void unroll(F&&f){ unroll_(make_index_sequence<N>(),(F&&)f); }
// OR over groups: sets at lanes s..s+VL-1 of OR_{(g,off)} swap_g H[s-off]
#define GROUPS(NAME) \
static inline __attribute__((always_inline)) __m512i or_##NAME(const T*h){ __m512i acc=_mm512_setzero_si512(); \
  unroll<N_##NAME##_G>([&](auto gi){ constexpr int g=NAME##_G[gi],b=NAME##_START[gi],e=NAME##_START[gi+1]; __m512i x=ld(h-NAME##_OFF[b]); \
    unroll<(e-b-1)/2>([&](auto k){ x=OR3(x,ld(h-NAME##_OFF[b+1+2*k]),ld(h-NAME##_OFF[b+2+2*k])); }); if constexpr((e-b-1)%2) x=_mm512_or_si512(x,ld(h-NAME##_OFF[e-1])); \
    acc=_mm512_or_si512(acc,swz<g>(x)); }); return acc; }
GROUPS(FAR) GROUPS(MID) GROUPS(WIT)
// small vectors of 8 lanes for the near part
#if 1
template<class TT> struct B8; 
#define SWF16 template<int g> static V swf(V x){ if constexpr(g==0) return x; else if constexpr(g==1||g==2||g==4){ constexpr int m=g==1?0x5555:g==2?0x3333:0x0f0f; return _mm_ternarylogic_epi64(_mm_set1_epi16(m),_mm_srli_epi16(x,g),_mm_slli_epi16(x,g),0xca); } else return sw<g>(x); }
#define SWF32 template<int g> static V swf(V x){ if constexpr(g==0) return x; else if constexpr(g==1||g==2||g==4){ constexpr int m=g==1?0x5555:g==2?0x3333:0x0f0f; return _mm256_ternarylogic_epi64(_mm256_set1_epi16(m),_mm256_srli_epi32(x,g),_mm256_slli_epi32(x,g),0xca); } else return sw<g>(x); }
#define SWF64 template<int g> static V swf(V x){ if constexpr(g==0) return x; else if constexpr(g==1||g==2||g==4){ constexpr int m=g==1?0x5555:g==2?0x3333:0x0f0f; return _mm512_ternarylogic_epi64(_mm512_set1_epi16(m),_mm512_srli_epi64(x,g),_mm512_slli_epi64(x,g),0xca); } else return sw<g>(x); }
template<> struct B8<u16>{ typedef __m128i V; SWF16 static V zero(){return _mm_setzero_si128();} static V load(const void*p){return _mm_loadu_si128((const __m128i*)p);} static void store(void*p,V x){_mm_storeu_si128((__m128i*)p,x);} static V lor(V a,V b){return _mm_or_si128(a,b);} static V lor3(V a,V b,V c){return _mm_ternarylogic_epi64(a,b,c,0xfe);}
  template<int k> static V al(V hi,V lo){ if constexpr(k==8) return hi; else return _mm_alignr_epi8(hi,lo,2*k); } static V low0(V e){ return _mm_andnot_si128(e,_mm_sub_epi16(e,_mm_set1_epi32(-1))); }
  template<int g> static V sw(V x){ if constexpr((g&7)!=0) x=_mm_gf2p8affine_epi64_epi8(x,_mm_set1_epi64x(aff(g)),0); if constexpr((g>>3)!=0){ constexpr int h=g>>3; x=_mm_shuffle_epi8(x,_mm_setr_epi8(0^h,1^h,2^h,3^h,4^h,5^h,6^h,7^h,8^h,9^h,10^h,11^h,12^h,13^h,14^h,15^h)); } return x; } };
template<> struct B8<u32>{ typedef __m256i V; SWF32 static V zero(){return _mm256_setzero_si256();} static V load(const void*p){return _mm256_loadu_si256((const __m256i*)p);} static void store(void*p,V x){_mm256_storeu_si256((__m256i*)p,x);} static V lor(V a,V b){return _mm256_or_si256(a,b);} static V lor3(V a,V b,V c){return _mm256_ternarylogic_epi64(a,b,c,0xfe);}
  template<int k> static V al(V hi,V lo){ if constexpr(k==8) return hi; else return _mm256_alignr_epi32(hi,lo,k); } static V low0(V e){ return _mm256_andnot_si256(e,_mm256_sub_epi32(e,_mm256_set1_epi32(-1))); }
  template<int g> static V sw(V x){ if constexpr((g&7)!=0) x=_mm256_gf2p8affine_epi64_epi8(x,_mm256_set1_epi64x(aff(g)),0); if constexpr((g>>3)!=0){ constexpr int h=g>>3; x=_mm256_shuffle_epi8(x,_mm256_broadcastsi128_si256(_mm_setr_epi8(0^h,1^h,2^h,3^h,4^h,5^h,6^h,7^h,8^h,9^h,10^h,11^h,12^h,13^h,14^h,15^h))); } return x; } };
template<> struct B8<u64>{ typedef __m512i V; SWF64 static V zero(){return _mm512_setzero_si512();} static V load(const void*p){return _mm512_loadu_si512(p);} static void store(void*p,V x){_mm512_storeu_si512(p,x);} static V lor(V a,V b){return _mm512_or_si512(a,b);} static V lor3(V a,V b,V c){return OR3(a,b,c);}
  template<int k> static V al(V hi,V lo){ if constexpr(k==8) return hi; else return _mm512_alignr_epi64(hi,lo,k); } static V low0(V e){ return _mm512_andnot_si512(e,_mm512_sub_epi64(e,_mm512_set1_epi64(-1))); }
  template<int g> static V sw(V x){ return swz<g>(x); } };
#endif
typedef B8<T> Q; typedef Q::V QV;
template<int D> static inline QV hist(const QV*p){ constexpr int q=D/8,r=D%8; if constexpr(r==0) return p[q-1]; else if constexpr(q==0) return Q::al<8-r>(Q::zero(),p[0]); else return Q::al<8-r>(p[q-1],p[q]); }
template<int D> static inline QV recent(QV r,const QV*q){ if constexpr(D==0) return r; else return Q::al<8-D>(r,q[0]); }
struct St{ i64 fail=0,pairs=0,deep=0,wit=0; } st;
struct Entry{ u32 off; T tgt; }; static vector<Entry> FB[NB]; // fallback witnesses for rare idx y
static void make_fallback(){ for(int y=0;y<NB;y++){ vector<pair<double,pair<int,int>>> o; for(int a=1;a<4096;a++) if(typ(G0[a],a)){ int t=idxv(G0[a])^y; if(t<NB&&HIST[t]>0) o.push_back({-(double)HIST[t]+a*1.0,{a,t}}); } sort(o.begin(),o.end()); if(o.size()>400) o.resize(400); for(auto&x:o) for(int m=0;m<N_SPLITS;m++) FB[y].push_back({(u32)(SPLITS[m]+x.second.first),(T)((T)1<<x.second.second)}); } }
static constexpr int kback(){ int k=1; for(int i=0;i<N_NEARD;i++) k=max(k,(NEARD[i]-BL)/BL+1); for(int i=0;i<N_TAKES;i++) k=max(k,(TAKES[i]-BL)/BL+1); return k; }
static constexpr int KB=kback();
#ifndef SWN
#define SWN sw
#endif
struct Engine{
  T*mem,*H,*XR; i64 sh; i64 n,ver; QV Rm[KB],Qm[KB],xh; __m512i zn[UN]; bool verify; // zn = far sets of the next chunk
   // H[n-sh]; n = next value, ver = next value to verify
  static constexpr i64 CAP=PADL+BUF+512;
  Engine(bool v):verify(v){ mem=(T*)aligned_alloc(64,(2*CAP*sizeof(T)+8191)/64*64); memset(mem,0,(2*CAP*sizeof(T)+8191)/64*64); H=mem; XR=mem+CAP+64; }
  ~Engine(){ free(mem); }
  T*h(i64 t){ return H+(t-sh); }
  void init(i64 n0,const u8*w,i64 len){ // w[i] = idx of G(n0-len+i), all common (head: 255 marks rare / position 0)
    n=n0; ver=n0; sh=n0-PADL-MMIN; // (ver-MMIN-sh)%32==0: the witness loads (offsets multiple of VL) are aligned
     memset(H,0,CAP*sizeof(T)); memset(XR,0,CAP*sizeof(T)); for(i64 i=0;i<len;i++) if(n0-len+i-sh>=0&&w[i]!=255) *h(n0-len+i)=(T)1<<w[i];
    for(int u=0;u<UN;u++) zn[u]=or_FAR(h(n)-MMIN+u*VL);
    // registers
    for(int k=0;k<KB;k++){ Rm[k]=Q::load(h(n-BL*(KB-k))); Qm[k]=Q::load(h(n-BL*(KB-k)-8)); }
    alignas(64) T x[8]; for(int i=0;i<8;i++){ i64 s=n-MMIN-8+i; x[i]=0; for(int k=0;k<N_RARE;k++){ T o=*h(s-RARE[k]); if(o){ int y=__builtin_ctzll((u64)o)^RAREG[k]; if(y<NB) x[i]|=(T)1<<y; } } } xh=Q::load(x);
    for(int i=-64;i<0;i++){ i64 s=n-MMIN+i; T r=0; for(int k=0;k<N_WIT_OFF;k++){ T o=*h(s-WIT_OFF[k]); if(o){ int y=__builtin_ctzll((u64)o)^idxv(G0[WIT_OFF[k]]); if(y<NB) r|=(T)1<<y; } } XR[s-sh]=r; }
  }
  // one chunk of CH values
  inline __attribute__((always_inline)) T* chunk(T*ht){ // ht = H + (n-sh)
    alignas(64) T P[64]; __m512i z[UN+1]; 
    for(int u=0;u<UN;u++){ z[u]=zn[u]; if constexpr(N_MID_G>0) z[u]=_mm512_or_si512(z[u],or_MID(ht-MMIN+u*VL)); } z[UN]=_mm512_setzero_si512();
    for(int u=0;u<UN;u++) zn[u]=or_FAR(ht+CH-MMIN+u*VL); // needs r+MMIN >= 2*CH
    if constexpr(NB==16) _mm512_store_si512(P,z[0]);
    // R[K+i] = block i (BL lanes), Q0[K+i] = the 8 lanes before it; D = BL*(j+1)+D': one alignr of the pair j blocks back
    constexpr int NBk=CH/BL; QV R[KB+NBk],Q0[KB+NBk]; for(int k=0;k<KB;k++){ R[k]=Rm[k]; Q0[k]=Qm[k]; } QV x8=xh;
    unroll<NBk>([&](auto bi){ constexpr int t=bi*BL; QV x; constexpr int me=KB+bi;
      if constexpr(NB==16) x=Q::load(P+t); else if constexpr(NB==32){ constexpr int u=t/16,o=t%16; x=_mm512_castsi512_si256(o?_mm512_alignr_epi32(z[u+1],z[u],o):z[u]); } else { constexpr int u=t/8,o=t%8; x=(QV)(o?_mm512_alignr_epi64(z[u+1],z[u],o):z[u]); }
      auto at=[&](auto dd)->QV{ constexpr int D=decltype(dd)::value-BL,j=D/BL,d=D%BL; return recent<d>(R[me-1-j],&Q0[me-1-j]); };
      // terms that do not touch the last block first, then the tight ones
      unroll<N_NEARD>([&](auto k){ constexpr int D=NEARD[k]; if constexpr(D>=3*BL) x=Q::lor(x,Q::sw<NEARG[k]>(at(integral_constant<int,D>()))); });
      unroll<N_NEARD>([&](auto k){ constexpr int D=NEARD[k]; if constexpr(D>=2*BL&&D<3*BL) x=Q::lor(x,Q::sw<NEARG[k]>(at(integral_constant<int,D>()))); });
      QV c0=Q::zero(),c1=Q::zero(); unroll<N_NEARD>([&](auto k){ constexpr int D=NEARD[k]; if constexpr(D<2*BL){ if constexpr(NEARG[k]==0) c0=Q::lor(c0,at(integral_constant<int,D>())); else c1=Q::lor(c1,Q::SWN<NEARG[k]>(at(integral_constant<int,D>()))); } });
      x=Q::lor3(x,c0,c1);
      QV e=x; if constexpr(N_SPLITS>1) unroll<N_SPLITS>([&](auto k){ constexpr int dd=SPLITS[k]-MMIN; if constexpr(dd>0) e=Q::lor(e,Q::al<8-dd>(x,x8)); });
      unroll<N_TAKES>([&](auto k){ e=Q::lor(e,at(integral_constant<int,TAKES[k]>())); });
      Q0[me]=Q::al<BL>(R[me-1],Q0[me-1]); R[me]=Q::low0(e); Q::store(ht+t,R[me]);
      if constexpr(N_SPLITS>1) x8=Q::al<BL>(x,x8);
    });
    for(int k=0;k<KB;k++){ Rm[k]=R[NBk+k]; Qm[k]=Q0[NBk+k]; } xh=x8; return ht+CH; }
  // verification of lanes [v, v+32) (v even when POS); returns nonzero when something is missed
  inline __attribute__((always_inline)) bool vstep(T*hv,T*rv,__m512i*miss){
    bool any=false; constexpr int lag= 0; (void)lag;
    __m512i K; const T ke=(T)(POS? (CCC? KM0:KM1):(CCC?KM0:KM1)), ko=(T)(POS? (CCC? KM1:KM0): ke);
    if constexpr(NB==16) K=_mm512_set1_epi32((u32)(u16)ke|((u32)(u16)ko<<16)); else if constexpr(NB==32) K=_mm512_set1_epi64((u64)(u32)ke|((u64)(u32)ko<<32)); else K=_mm512_set_epi64(ko,ke,ko,ke,ko,ke,ko,ke);
    for(int u=0;u<UN;u++){ __m512i r=or_WIT(hv-MMIN+u*VL);
      if constexpr(N_SPLITS>1){ _mm512_storeu_si512(rv-MMIN+u*VL,r); unroll<N_SPLITS>([&](auto k){ if constexpr(SPLITS[k]!=MMIN) r=_mm512_or_si512(r,_mm512_loadu_si512(rv-SPLITS[k]+u*VL)); }); }
      __m512i hh=ld(hv+u*VL); __m512i need; if constexpr(NB==16) need=_mm512_add_epi16(hh,_mm512_set1_epi16(-1)); else if constexpr(NB==32) need=_mm512_add_epi32(hh,_mm512_set1_epi32(-1)); else need=_mm512_add_epi64(hh,_mm512_set1_epi64(-1));
      need=_mm512_or_si512(need,_mm512_and_si512(hh,K)); miss[u]=_mm512_andnot_si512(r,need); any|=_mm512_test_epi64_mask(miss[u],miss[u])!=0; }
    return any; }
  __attribute__((noinline)) void fallback(i64 v0,int lanes,const __m512i*miss){
    const T*mm=(const T*)miss; for(int i=0;i<lanes;i++) if(mm[i]){ i64 t=v0+i; st.fail++; T z=mm[i]; if(*h(t)==0){ printf("STOP value index >= %d at n=%ld: rebuild with wider words\n",NB,t); exit(3); }
      while(z){ int y=__builtin_ctzll((u64)z); z&=z-1; st.pairs++; bool ok=false; const T*ht=h(t); 
        for(auto&e:FB[y]) if(ht[-(i64)e.off]==e.tgt){ ok=true; if((i64)e.off>st.wit) st.wit=e.off; break; }
        if(!ok){ st.deep++; int p=1^CCC^(int)(POS&t&1); int v=expd(1^p,y); for(int k:TKv){ T o=*h(t-k); if(o){ int pq=1^CCC^(int)(POS&(t-k)&1); if(expd(pq,__builtin_ctzll((u64)o))==v) ok=true; } }
          for(i64 a=1;a<=LBK&&!ok;a++) if(typ(G0[a],a)) for(int m=0;m<N_SPLITS;m++){ T o=*h(t-SPLITS[m]-a); if(o&&(__builtin_ctzll((u64)o)^idxv(G0[a]))==y){ ok=true; if(a+SPLITS[m]>st.wit) st.wit=a+SPLITS[m]; break; } }
          if(!ok){ printf("STOP n=%ld: rare value %d below the candidate %d has no witness <= %d: undecided (a rare value, or a deeper pair)\n",t,v,expd(p,__builtin_ctzll((u64)*h(t))),LBK); exit(4); } } } } }
  // advance to at least target; process(lo,hi) is called on finished stretches before they leave the buffer (hi-lo<=BUF)
  void slide(){ i64 d=(n-PADL-64-sh)&~(i64)31; if(d<=0) return; memmove(H,H+d,(PADL+160)*sizeof(T)); if(N_SPLITS>1&&verify) memmove(XR+PADL-128,XR+PADL-128+d,320*sizeof(T)); sh+=d; }
  void fill(i64 target){ // compute up to min(target rounded up, capacity)
    i64 lim=sh+PADL+BUF; T*ht=h(n); i64 m=n; 
    if(!verify){ while(m<target&&m+CH<=lim){ ht=chunk(ht); m+=CH; } n=m; ver=m; return; }
    while(m<target&&m+CH<=lim){
      ht=chunk(ht); m+=CH;
      if(__builtin_expect(ver+32+VLAG<=m,1)){ T*hv=H+(ver-sh); __m512i miss[UN]; if(__builtin_expect(vstep(hv,XR+(hv-H),miss),0)) fb(ver,miss); ver+=32; }
    }
    n=m;
  }
  void fb(i64 v0,const __m512i*miss){ alignas(64) __m512i k[UN]; for(int u=0;u<UN;u++) k[u]=miss[u]; fallback(v0,32,k); }
};
// ---------------------------------------------------------------- driver
static u64 hashwin(const T*e){ const u8*b=(const u8*)(e-L0); i64 nb=(i64)L0*sizeof(T),i=0; u64 x[4]={1,2,3,4}; auto mix=[](u64 x,u64 w){ x=(x^w)*0xff51afd7ed558ccdull; return x^(x>>32); };
  for(;i+32<=nb;i+=32) for(int k=0;k<4;k++){ u64 w; memcpy(&w,b+i+8*k,8); x[k]=mix(x[k],w); } for(;i<nb;i+=sizeof(T)) x[0]=mix(x[0],*(const T*)(b+i)); return mix(mix(mix(x[0],x[1]),x[2]),x[3]); }
static void ckwin(Engine&E,i64 n,u8*w){ for(int i=0;i<L0;i++) w[i]=__builtin_ctzll((u64)*E.h(n-L0+i)); }
static constexpr u64 MAGIC=0x31574f43544f4cull;
int main(int c,char**v){
  i64 N=(i64)atof(v[1]); int lg=24; string file="",res=""; bool fnv=false,nostop=false,noper=false; double sec=1e18;
  for(int i=2;i<c;i++){ string s=v[i]; if(s.rfind("cki=",0)==0) lg=atoi(s.c_str()+4); if(s.rfind("file=",0)==0) file=s.substr(5); if(s.rfind("resume=",0)==0) res=s.substr(7); if(s=="fnv") fnv=true; if(s=="nostop") nostop=true; if(s=="noperiod") noper=true; if(s.rfind("sec=",0)==0) sec=atof(s.c_str()+4); }
  i64 CKI=(i64)1<<lg; double t0=now(); int n0=HEAD; head(n0); make_fallback();
  if(c>3&&string(v[2])=="convert"){ // octal_window X convert CKFILE OUT: last short-window checkpoint -> resume file (replays LBK values without verification)
    FILE*f=fopen(v[3],"rb"); u64 hd[3]; vector<u8> q(L0); i64 n=0; vector<u8> lastw; while(fread(hd,8,3,f)==3&&hd[0]==MAGIC&&hd[2]==(u64)L0&&fread(q.data(),1,L0,f)==(size_t)L0){ n=hd[1]; lastw=q; } fclose(f);
    Engine F(false); F.init(n,lastw.data(),L0); i64 tg=n+2*PADL; while(F.n<tg){ F.fill(tg); if(F.n<tg) F.slide(); } i64 m=tg&~(i64)63; vector<u8> o(PADL); for(int i=0;i<PADL;i++) o[i]=__builtin_ctzll((u64)*F.h(m-PADL+i));
    f=fopen(v[4],"wb"); u64 h4[4]={MAGIC,(u64)m,(u64)PADL,0}; fwrite(h4,8,4,f); fwrite(o.data(),1,PADL,f); fclose(f); printf("resume file at n=%ld from checkpoint %ld\n",m,n); return 0; }
  Engine E(true); vector<u8> w(n0); for(int t=0;t<n0;t++) w[t]= t>=1&&typ(G0[t],t)?idxv(G0[t]):255;
  struct Ck{ i64 n; vector<u8> w; }; vector<Ck> cks; i64 start=n0; double tprev=0;
  if(res.size()){ FILE*f=fopen(res.c_str(),"rb"); u64 hd[4]; if(!f||fread(hd,8,4,f)!=4||hd[0]!=MAGIC||hd[2]!=(u64)PADL){ printf("STOP bad resume file\n"); return 5; } start=hd[1]; tprev=hd[3]*1e-6; vector<u8> q(PADL); if(fread(q.data(),1,PADL,f)!=(size_t)PADL) return 5; fclose(f); E.init(start,q.data(),PADL); }
  else E.init(n0,w.data(),n0);
  double tb=now()-t0;
  // checkpoints: record (n, idx bytes of the last L0 values)
  FILE*cf=nullptr; if(file.size()){ cf=fopen(file.c_str(),res.size()?"ab":"wb"); }
  i64 nextck=(start+CKI-1)/CKI*CKI; u64 fh=14695981039346656037ull; i64 fn=0; auto fput=[&](int g){ fh^=g&255; fh*=1099511628211ull; fh^=g>>8; fh*=1099511628211ull; }; if(fnv) for(;fn<n0;fn++) fput(G0[fn]);
  { Ck k; k.n=E.n; k.w.resize(L0); ckwin(E,E.n,k.w.data()); if(start>RMAX+L0) cks.push_back(k); }
  // period search: pattern of PL values; every occurrence is a distinguished state, kept as (hash of the window) -> n
  constexpr int PL=8; T pat[PL]; int ord[PL]; for(int i=0;i<PL;i++) ord[i]=i+1; bool havepat=false; i64 patn=0,lasthit=0,nhit=0; unordered_map<u64,i64> seen; i64 nextpat=1<<18; u64 dmask=0; i64 per=0,pers=0,provedat=0; bool done=false; i64 done_at=0; int mxidx=0;
  i64 lo=E.n; double lastrep=now(); bool timeup=false; 
  while(E.n<N){
    E.fill(N); i64 hi=E.ver; // values below ver are verified
    if(E.n>=N||E.n+CH>E.sh+PADL+BUF){}
    // ---- process [lo,hi)
    T acc=0; { __m512i a=_mm512_setzero_si512(); i64 t=lo; for(;t+VL<=hi;t+=VL) a=_mm512_or_si512(a,ld(E.h(t))); for(;t<hi;t++) acc|=*E.h(t); alignas(64) T q[VL]; _mm512_store_si512(q,a); for(int i=0;i<VL;i++) acc|=q[i]; mxidx=max(mxidx,63-(int)__builtin_clzll((u64)acc|1)); }
    if(fnv) for(;fn<min(hi,N);fn++) fput(expd(1^CCC^(int)(POS&fn&1),__builtin_ctzll((u64)*E.h(fn))));
    if(!noper){
      if(havepat&&!per){ i64 e=lo;  T*hp=E.h(0);
        for(;e<hi;e+=VL){ u64 k; auto cm=[&](int j)->u64{ const T*q=hp+e-j; if constexpr(NB==16) return _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(q),_mm512_set1_epi16(pat[PL-j])); else if constexpr(NB==32) return _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(q),_mm512_set1_epi32(pat[PL-j])); else return _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(q),_mm512_set1_epi64(pat[PL-j])); };
          k=cm(ord[0])&cm(ord[1])&cm(ord[2])&cm(ord[3]); if(__builtin_expect(!k,1)) continue; for(int j=4;j<PL&&k;j++) k&=cm(ord[j]); if(!k) continue; if(hi-e<VL) k&=(1ull<<(hi-e))-1;
          while(k&&!per){ i64 q=e+__builtin_ctzll(k); k&=k-1; u64 x=hashwin(E.h(q))^((POS&q&1)*0x1234567ull); auto it=seen.find(x); lasthit=q; nhit++; if(it!=seen.end()){ per=q-it->second; pers=it->second; provedat=q+LBK; printf("state repeated: n=%ld and n=%ld (window %d, hash), period %ld; run on to %ld for the witness window; cpu %.2f\n",pers,q,L0,per,provedat,now()-t0); fflush(stdout); } else if((x&dmask)==0){ seen[x]=q; if(seen.size()>400000){ dmask=2*dmask+1; for(auto z=seen.begin();z!=seen.end();) if(z->first&dmask) z=seen.erase(z); else ++z; } } } } }
      if(!per&&E.ver>=nextpat){  bool keep=havepat&&nhit>=4&&lasthit>E.ver-E.ver/4&&nhit<2e-6*(E.ver-patn); if(!keep){ { // the stretch of PL values in the buffer whose frequency (values taken as independent) is nearest to 1e-7
            double lp[NB]; for(int x=0;x<NB;x++) lp[x]=log((HIST[x]+0.5)/1e6); double best=1e9; i64 bq=hi; for(i64 q=max(lo,hi-8192)+PL;q<=hi;q++){ double s=0; for(int i=1;i<=PL;i++) s+=lp[__builtin_ctzll((u64)*E.h(q-i))]; s=fabs(s-log(1e-7)); if(s<best){best=s;bq=q;} }
            patn=bq; } for(int i=0;i<PL;i++) pat[i]=*E.h(patn-PL+i); sort(ord,ord+PL,[&](int a,int b){ return HIST[__builtin_ctzll((u64)pat[PL-a])]<HIST[__builtin_ctzll((u64)pat[PL-b])]; }); havepat=true; seen.clear(); nhit=0; dmask=0; } nextpat= keep? 2*nextpat: max(E.ver+E.ver/16,nextpat); } }
    while(nextck<=hi){ if(nextck>=lo){ Ck k; k.n=nextck; k.w.resize(L0); ckwin(E,nextck,k.w.data()); cks.push_back(k); if(cf){ u64 hd[3]={MAGIC,(u64)nextck,(u64)L0}; fwrite(hd,8,3,cf); fwrite(k.w.data(),1,L0,cf); fflush(cf); } } nextck+=CKI; }
    lo=hi; if(per&&E.ver>=provedat){ done=true; done_at=E.ver; break; }
    double tn=now(); if(tn-lastrep>30){ lastrep=tn; printf("n=%.4g cpu %.1f ns/value %.3f fail %.5f pairs %.5f deep %.3g wit %ld maxidx %d hits %ld\n",(double)E.n,tn-t0,(tn-t0-tb)*1e9/(E.n-start),(double)st.fail/(E.n-start),(double)st.pairs/(E.n-start),(double)st.deep,st.wit,mxidx,nhit); fflush(stdout); }
    if(tn-t0>sec) { timeup=true; break; }
    E.slide();
  }
  double dt=now()-t0; i64 cnt=E.n-start; printf("%s n=%ld cpu=%.3f ns/value=%.3f (head %.3f s) fails/value %.5f pairs/value %.5f deep %ld deepest witness %ld max idx %d checkpoints %zu hits %ld%s\n",GAME,E.n,dt,(dt-tb)*1e9/cnt,tb,(double)st.fail/cnt,(double)st.pairs/cnt,st.deep,st.wit,mxidx,cks.size(),nhit,timeup?" (time limit)":""); if(fnv) printf("fnv(first %ld)=%016lx\n",fn,fh);
  if(file.size()){ // resume file: verified prefix: PADL idx bytes before ver
    i64 m=E.ver; vector<u8> q(PADL); for(int i=0;i<PADL;i++){ T o= (m-PADL+i-E.sh>=0)?*E.h(m-PADL+i):0; q[i]= o?__builtin_ctzll((u64)o):255; } string f=file+".resume"; FILE*g=fopen((f+".tmp").c_str(),"wb"); u64 hd[4]={MAGIC,(u64)m,(u64)PADL,(u64)((tprev+dt)*1e6)}; fwrite(hd,8,4,g); fwrite(q.data(),1,PADL,g); fclose(g); rename((f+".tmp").c_str(),f.c_str()); if(cf) fclose(cf); }
  if(done){ // exact: replay. eq(n): states at n and n+per equal. Monotone in n. Binary search on checkpoints, then one segment with two engines.
    double t1=now(); auto seek=[&](Engine&F,i64 n){ size_t i=0; while(i+1<cks.size()&&cks[i+1].n<=n) i++; F.init(cks[i].n,cks[i].w.data(),L0); while(F.n<n+8){ F.fill(n+8); if(F.n<n+8) F.slide(); } };
    Engine F(false),K(false); auto eq=[&](i64 n){ seek(F,n+per); seek(K,n); return !memcmp(F.h(n+per-L0),K.h(n-L0),L0*sizeof(T)); };
    if(!eq(pers)){ printf("STOP hash collision: windows differ\n"); return 6; }
    printf("windows at %ld and %ld compared exactly: equal\n",pers,pers+per);
    i64 a=-1,b=-1; { i64 L=0,R=cks.size()-1; while(R>=0&&cks[R].n>pers) R--; // least checkpoint with eq; 
      if(eq(cks[0].n)){ a=cks[0].n; b=a; } else { while(R-L>1){ i64 m=(L+R)/2; if(eq(cks[m].n)) R=m; else L=m; } a=cks[L].n; b=eq(cks[R].n)?cks[R].n:pers; } }
    i64 last=-1; if(a==b) { last=-2; } else { seek(F,a+per); seek(K,a); i64 t=a; // compare values from a to b
      F.n=F.n; while(t<b){ i64 e=min(b,min(K.n,F.n-per)); for(;t<e;t++) if(*K.h(t)!=*F.h(t+per)) last=t; if(t>=b) break; if(K.n<=t){ K.slide(); K.fill(b+8);} if(F.n-per<=t){ F.slide(); F.fill(b+per+8);} } 
      }
    // reduce the period: odd half when POS doubled it
    printf("PERIOD %ld PREPERIOD %ld (last mismatch %ld) proved at n=%ld window %d+%d, replay cpu %.2f s\n",per,last+1,last,done_at,LBK,MAXM,now()-t1); }
  FILE*sf=fopen("/proc/self/status","r"); char ln[256]; while(fgets(ln,256,sf)) if(!strncmp(ln,"VmHWM",5)) printf("%s",ln);
}
