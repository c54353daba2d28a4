// The values of octal games and of Grundy's game ("grundy"), one core, vectors of 64 bytes, or of 32: the same
// method as rules/families/take_and_break/sparse, written for speed alone. It is what ours is measured
// against by `python -m benchmarks`; nothing else uses it.
//   g++ -O3 -march=native -std=c++17 octal_limit.cc -o octal_limit; ./octal_limit .354 20130000
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cstring>
#include <cmath>
#include <vector>
#include <tuple>
#include <type_traits>
#include <string>
#include <queue>
#include <algorithm>
#include <chrono>
#include <immintrin.h>
#ifndef __AVX512BW__
#include "octal_vectors.h"
#endif
using namespace std;
typedef int64_t i64; typedef uint64_t u64; typedef uint32_t u32; typedef uint16_t u16; typedef uint8_t u8;
#include <time.h>
static double wall(){ return chrono::duration<double>(chrono::steady_clock::now().time_since_epoch()).count(); }
static double now(){ timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t); return t.tv_sec+1e-9*t.tv_nsec; } // CPU seconds
static const int MAXV=8192;
#ifdef __AVX512BW__
static const int VB=64; // bytes of a vector
#else
static const int VB=32;
#endif
// ------------------------------------------------------------------ game + state
static vector<int> WH,TK,SP; static bool GR; static int maxm;
static u16*G; static i64 NALLOC;
static int M,POS,CC,JB;            // mask, use position parity, constant, dropped bit (-1: none)
static vector<i64> R; static vector<int> Rg; // rare positions >=1
static u16 IDX[MAXV]; static u16 EXPD[2][MAXV]; // EXPD[parity of (v&M)][idx]
static u8 PARV[MAXV];
static u64 hist_[2][MAXV];
static int maxval=0; static i64 maxpos=0;
static inline int typ(int v,i64 n){ return PARV[v]^((POS&&(n&1))?1:0)^CC; }
static inline int pn(i64 n){ return 1^CC^((POS&&(n&1))?1:0); } // parity of v&M for a common value at n
static i64 eq_used=0; /* equal split a==b used as witness since checkpoint: not transferable to n+p when p is odd */ static i64 st_ovf=0,st_slow=0,st_fail=0,st_scan=0,st_scanpairs=0,st_setup=0,st_rollback=0,st_chunks=0; static i64 wit_max=0;
static bool splits_same_parity(){ for(int m:SP) if((m^SP[0])&1) return false; return true; }
static void set_tables(){
  JB = M? __builtin_ctz(M):-1;
  for(int v=0;v<MAXV;v++) PARV[v]=__builtin_parity(v&M);
  for(int v=0;v<MAXV;v++){ if(JB<0){IDX[v]=v;EXPD[0][v]=EXPD[1][v]=v;} else { int x=((v>>(JB+1))<<JB)|(v&((1<<JB)-1)); IDX[v]=x; EXPD[PARV[v]][x]=v; } }
}
static void collect_rare(i64 n){ R.clear(); Rg.clear(); for(i64 t=1;t<n;t++) if(!typ(G[t],t)){R.push_back(t);Rg.push_back(G[t]);} }
static bool choose_mask(i64 n){ // WHT over histogram
  int L=1; while(L<=maxval) L*=2;
  int bm=0,bp=0; double best=1e300; bool sp=!SP.empty()&&splits_same_parity();
  for(int p=0;p<(sp?2:1);p++){
    vector<double> h(L); for(int v=0;v<L;v++) h[v]= p? (double)hist_[0][v]-(double)hist_[1][v] : (double)hist_[0][v]+(double)hist_[1][v];
    for(int l=1;l<L;l*=2) for(int i=0;i<L;i+=2*l) for(int j=i;j<i+l;j++){double a=h[j],b=h[j+l];h[j]=a+b;h[j+l]=a-b;}
    int c= (p && !SP.empty())? (SP[0]&1):0;
    for(int i=0;i<L;i++){ double x=c?-h[i]:h[i]; if(x<best-0.5){best=x;bm=i;bp=p;} }
  }
  int bc=(bp&&!SP.empty())?(SP[0]&1):0;
  if(bm==M&&bp==POS&&bc==CC&&!R.empty()) return false;
  M=bm;POS=bp;CC=bc; set_tables(); collect_rare(n); return true;
}
static inline void put(i64 n,int v){ G[n]=v; }
static i64 hist_n=0;
static void hist_to(i64 n){ for(;hist_n<n;hist_n++){ int v=G[hist_n]; hist_[hist_n&1][v]++; if(v>maxval){maxval=v;maxpos=hist_n;} } }
// ------------------------------------------------------------------ exact slow path
static vector<u32> WL[MAXV],WLT[MAXV]; static i64 st_wl=0,st_wlhit=0,st_wltry=0;
static const int NH=4; static i64 hint[MAXV][NH]; static int hintm[MAXV][NH];
// returns number of values of need[] (cnt) still not excluded; need[] compacted.
static int scan_need(i64 n,vector<int>&need){
  // hints
  auto drop=[&](size_t i){ need[i]=need.back(); need.pop_back(); };
  for(size_t i=0;i<need.size();){ int v=need[i]; bool ok=false;
    for(int k:TK) if(n>k&&G[n-k]==v) ok=true;
    if(!ok) for(int h=0;h<NH;h++){ i64 a=hint[v][h]; if(!a)break; i64 b=n-hintm[v][h]-a; if(b>a&&(G[a]^G[b])==v){ ok=true; if(h){ swap(hint[v][h],hint[v][h-1]); swap(hintm[v][h],hintm[v][h-1]); } if(a>wit_max)wit_max=a; break; } }
    if(!ok&&!WL[v].empty()){ const u32*wa=WL[v].data(),*wt=WLT[v].data(); size_t sz=WL[v].size(); st_wl++; const __m512i lowm=_mm512_set1_epi32(0xffff);
      for(size_t q=0;q<sz&&!ok;q+=16) for(int m:SP){ __m512i ia=_mm512_loadu_si512(wa+q); __m512i x=_mm512_i32gather_epi32(_mm512_sub_epi32(_mm512_setzero_si512(),ia),(const void*)(G+n-m),2); __mmask16 k=_mm512_cmpeq_epi32_mask(_mm512_and_si512(x,lowm),_mm512_loadu_si512(wt+q)); st_wltry+=16;
        if(k){ ok=true; st_wlhit++; i64 aa=wa[q+__builtin_ctz(k)]; if(aa>wit_max)wit_max=aa; break; } } }
    if(ok) drop(i); else i++; }
  if(need.empty()) return 0;
  st_scan++;
  if(!GR) for(int m:SP){ i64 s=n-m; if(s>0&&s%2==0&&s/2>=1){ for(size_t i=0;i<need.size();i++) if(need[i]==0){eq_used++;drop(i);break;} } }
  if(need.empty()) return 0;
#ifdef __AVX512BW__
  const __m512i rev=_mm512_set_epi16(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31);
  auto reversed=[&](__m512i x){ return _mm512_permutexvar_epi16(rev,x); };
#else
  auto reversed=[](__m512i x){ return wide_reversed(x); };
#endif
  i64 amax=0; for(int m:SP) amax=max(amax,(n-m-1)/2);
  for(i64 a0=1;a0<=amax;a0+=128){
    for(int m:SP){ i64 s=n-m; i64 hi=(s-1)/2; // a<=hi  (a<b)
      if(a0>hi) continue;
      __m512i x[4]; __mmask32 km[4];
      for(int q=0;q<4;q++){ i64 a=a0+32*q; i64 left=hi-a+1; if(left<=0){km[q]=0;x[q]=_mm512_setzero_si512();continue;}
        km[q]= left>=32? 0xffffffffu : ((1u<<left)-1);
        __m512i u=_mm512_maskz_loadu_epi16(km[q],G+a);
        // b = s-a-i, i=0..31 -> load from s-a-31
        i64 lo=s-a-31; __m512i w;
        if(lo>=0) w=reversed(_mm512_loadu_si512(G+lo));
        else { u16 tmp[32]; for(int i=0;i<32;i++) tmp[i]= (s-a-i)>=0?G[s-a-i]:0; w=_mm512_loadu_si512(tmp);}        
        x[q]=_mm512_xor_si512(u,w); }
      st_scanpairs+=128;
      for(size_t i=0;i<need.size();){ int v=need[i]; __m512i vv=_mm512_set1_epi16(v); i64 f=-1;
        for(int q=0;q<4;q++){ __mmask32 k=_mm512_mask_cmpeq_epi16_mask(km[q],x[q],vv); if(k){ f=a0+32*q+__builtin_ctz(k); break; } }
        if(f>=0){ if(f>wit_max)wit_max=f; for(int h=NH-1;h>NH/2;h--){hint[v][h]=hint[v][h-1];hintm[v][h]=hintm[v][h-1];} int h=0; while(h<NH/2&&hint[v][h])h++; hint[v][h]=f; hintm[v][h]=m; drop(i);} else i++; }
      if(need.empty()) return 0;
    } }
  return need.size();
}
// exact value of heap n, using G[0..n-1], R; returns value
static int slow_value(i64 n,bool&israre){
  st_slow++;
  static vector<u8> ex; ex.assign(MAXV,0);
  for(int k:WH) if(k==n) ex[0]=1;
  for(int k:TK) if(n>k) ex[G[n-k]]=1;
  for(int m:SP){ i64 s=n-m; if(s<2) continue; for(size_t i=0;i<R.size();i++){ i64 r=R[i]; if(r>=s)break; if(GR&&2*r==s)continue; ex[Rg[i]^G[s-r]]=1; } }
  int p=pn(n); int cand=-1; for(int i=0;i<MAXV/2;i++){ int v=EXPD[p][i]; if(!ex[v]){cand=v;break;} }
  vector<int> need; for(int v=0;v<cand;v++) if(PARV[v]!=p&&!ex[v]) need.push_back(v);
  if(!need.empty()&&scan_need(n,need)){ israre=true; return *min_element(need.begin(),need.end()); }
  israre=false; return cand;
}
static void naive(i64 n0){ vector<i64> seen(MAXV,-1);
 for(i64 n=0;n<n0;n++){ for(int k:WH) if(n==k) seen[0]=n; for(int k:TK) if(n>k) seen[G[n-k]]=n; for(int k:SP){i64 t=n-k; for(i64 a=1;2*a<=t;a++){ if(GR&&2*a==t)continue; seen[G[a]^G[t-a]]=n;}} int x=0; while(seen[x]==n)x++; G[n]=x; } }
// ------------------------------------------------------------------ SIMD engine
static vector<i64> A; static i64 Alimit=0; // witness positions
static i64 lastRareN=0; // last n that was rare or had slow handling

static void buildWL(i64 n){
  for(auto&w:WL) w.clear(); for(auto&w:WLT) w.clear(); i64 LIM=min<i64>(n/4,R.size()>300?65536:8192); int mv=1; while(mv<=maxval) mv*=2;
  vector<double> p(mv,0); for(i64 t=max<i64>(1,n-65536);t<n;t++) p[G[t]]+=1; vector<vector<u32>> pos(mv); for(i64 a=1;a<LIM;a++) if(typ(G[a],a)&&pos[G[a]].size()<64) pos[G[a]].push_back(a);
  vector<int> us; for(int u=0;u<mv;u++) if(!pos[u].empty()) us.push_back(u);
  for(int v=0;v<=maxval;v++){ vector<pair<double,int>> o; for(int u:us) if(p[u^v]>0) o.push_back({-p[u^v],u}); sort(o.begin(),o.end()); for(auto&x:o){ for(u32 a:pos[x.second]){ WL[v].push_back(a); WLT[v].push_back(v^x.second); } if(WL[v].size()>=512) break; } while(!WL[v].empty()&&WL[v].size()%16){ WL[v].push_back(WL[v][0]); WLT[v].push_back(WLT[v][0]); } }
}
static void tuneA(i64 n){
  buildWL(n);
  bool heavy=R.size()>300; int ns=heavy?256:384; i64 lo=max<i64>(n/2,n-200000); vector<i64> sm; for(int i=0;i<ns;i++) sm.push_back(lo+(i64)((double)(n-lo)*i/ns));
  i64 rmax=R.empty()?1:R.back(); Alimit=heavy?min<i64>(4096,rmax):512; Alimit=min(Alimit,n/8);
  vector<i64> cand; for(i64 a=1;a<=Alimit;a++) if(typ(G[a],a)) cand.push_back(a);
  // need sets, stored transposed: for sample i, nb[i][idx]
  const int ML=1024; const int cov=heavy?1:2; vector<u8> nb((size_t)ns*ML,0); i64 tot=0; vector<u16> ix(maxval*2+2); 
  for(int i=0;i<ns;i++){ int p=pn(sm[i]); if(!typ(G[sm[i]],sm[i])) continue; for(int v=0;v<G[sm[i]];v++) if(PARV[v]!=p&&IDX[v]<ML){ nb[(size_t)i*ML+IDX[v]]=cov; tot+=cov; } 
    for(int k:TK){ int v=G[sm[i]-k]; if(PARV[v]!=p){ u8&w=nb[(size_t)i*ML+IDX[v]]; tot-=w; w=0; } } }
  A.clear();
  auto gain=[&](i64 a,bool apply){ i64 g=0; int ga=G[a]; for(int m:SP) for(int i=0;i<ns;i++){ i64 b=sm[i]-m-a; int x=IDX[ga^G[b]]&(ML-1); u8&w=nb[(size_t)i*ML+x]; if(w&&typ(G[b],b)){ g++; if(apply) w--; } } return g; };
  priority_queue<pair<i64,i64>> q; for(i64 a:cand) q.push({gain(a,false),a});
  int Kmax=heavy?48+R.size()/3:64; 
  while(tot>0&&!q.empty()&&(int)A.size()<Kmax){ auto [g,a]=q.top(); q.pop(); i64 g2=gain(a,false); if(!q.empty()&&g2<q.top().first){ if(g2>0) q.push({g2,a}); continue; } if(g2<=0) break; tot-=gain(a,true); A.push_back(a); }
  sort(A.begin(),A.end());
}
struct Period{ bool found=false; i64 p=0,n0=0,at=0; };
// checkpoint search
static i64 ck=-1,ckL=0; static Period PER; static i64 wit_ck=0; static bool want_cert=true;


template<class T,int W,int WO> struct Eng{
  static constexpr int BL=8, CHK=32;           // scalar block, far chunk
  static constexpr int NB=sizeof(T)*8; static constexpr int LB= NB==16?4:NB==32?5:6; static constexpr int CAP=NB*W;
  static constexpr int VL=8*VB/NB, UN=CHK/VL;   // lanes, vectors per chunk
  typedef T V __attribute__((vector_size(VB)));
  typedef T VU __attribute__((vector_size(VB),aligned(sizeof(T))));
  typedef typename conditional<(CAP>256),u16,u8>::type IT;
  static inline V ld(const T*p){ return *(const VU*)p; }
  static inline void stv(T*p,V x){ *(VU*)p=x; }
#ifdef __AVX512BW__
  static inline bool some(V x){ return _mm512_test_epi64_mask((__m512i)x,(__m512i)x); }
#else
  static inline bool some(V x){ return !_mm256_testz_si256((__m256i)x,(__m256i)x); }
#endif
  template<int K> static inline V swp(V x){ constexpr T m= (T)(K==0?0x5555555555555555ull:K==1?0x3333333333333333ull:K==2?0x0f0f0f0f0f0f0f0full:K==3?0x00ff00ff00ff00ffull:K==4?0x0000ffff0000ffffull:0x00000000ffffffffull);
    V mm=(V){}+m; if constexpr((1<<K)*2==NB) return (x<<(T)(1<<K))|(x>>(T)(1<<K)); else return ((x&mm)<<(T)(1<<K))|((x>>(T)(1<<K))&mm); }
  struct Op{int src,dst;};
  struct Sched{ vector<int> gstart,gslot,ghx; vector<int> off; int D=0; vector<Op> ops; int lev[14][3]; int root=-1; bool empty=true; };
  typedef V AccT[UN][WO];
  static void build(Sched&S,vector<pair<int,i64>> gr){ // (idx g, position); group = low bits of g, plane xor = high bits
    sort(gr.begin(),gr.end(),[](const pair<int,i64>&a,const pair<int,i64>&b){ auto k=[](const pair<int,i64>&x){ return make_tuple(x.first&(NB-1),x.first/NB,x.second); }; return k(a)<k(b); }); S=Sched(); if(gr.empty()) return; S.empty=false; vector<int> slot(NB,-1); int ns=0;
    for(size_t i=0;i<gr.size();i++){ if(i==0||gr[i].first!=gr[i-1].first){ int lo=gr[i].first&(NB-1); bool fresh=slot[lo]<0; if(fresh) slot[lo]=ns++; S.gstart.push_back(i); S.gslot.push_back(fresh?slot[lo]:-1-slot[lo]); S.ghx.push_back(gr[i].first/NB); S.D++; } S.off.push_back((int)gr[i].second);} S.gstart.push_back(gr.size());
    for(int k=0;k<LB;k++){ vector<Op> mv,ip; for(int x=0;x<NB;x++) if((x>>k&1)&&slot[x]>=0){ int y=x^(1<<k); if(slot[y]>=0) mv.push_back({slot[x],slot[y]}); else { ip.push_back({slot[x],slot[x]}); slot[y]=slot[x]; } slot[x]=-1; } 
      S.lev[k][0]=S.ops.size(); S.ops.insert(S.ops.end(),mv.begin(),mv.end()); S.lev[k][1]=S.ops.size(); S.ops.insert(S.ops.end(),ip.begin(),ip.end()); S.lev[k][2]=S.ops.size(); }
    S.root=slot[0];
  }
  template<int K> static inline void level(const Sched&S,AccT*acc){
    if constexpr(K<LB){
      const Op*o=S.ops.data()+S.lev[K][0],*m=S.ops.data()+S.lev[K][1],*e=S.ops.data()+S.lev[K][2];
      for(;o<m;o++) for(int u=0;u<UN;u++) for(int w=0;w<WO;w++) acc[o->dst][u][w]|=swp<K>(acc[o->src][u][w]); for(;o<e;o++) for(int u=0;u<UN;u++) for(int w=0;w<WO;w++) acc[o->dst][u][w]=swp<K>(acc[o->dst][u][w]);
      level<K+1>(S,acc);
    }
  }
  // OR-set for CHK lanes starting at s -> written to out[w]+s, planes w<WO
  static void accum(const Sched&S,T*const*H,i64 s,T*const*outp,AccT*acc){
    if(S.empty){ for(int u=0;u<UN;u++) for(int w=0;w<WO;w++) stv(outp[w]+s+u*VL,(V){}); return; }
    const int*off=S.off.data(); const int*gs=S.gstart.data();
    constexpr int UP= UN*WO<=VB/4?UN:(WO<=4?4:WO<=8?2:1);
    for(int g=0;g<S.D;g++){ int b=gs[g],e=gs[g+1]; int sl=S.gslot[g]; const int hx=S.ghx[g]; bool fresh=sl>=0; if(!fresh) sl=-1-sl; const T*hp[WO]; for(int w=0;w<WO;w++) hp[w]=H[W>1?(w^hx):0];
      for(int u0=0;u0<UN;u0+=UP){ V a[UP][WO]; for(int u=0;u<UP;u++) for(int w=0;w<WO;w++) a[u][w]=fresh?(V){}:acc[sl][u0+u][w];
      for(int i=b;i<e;i++){ i64 t=s-off[i]+u0*VL; for(int u=0;u<UP;u++) for(int w=0;w<WO;w++) a[u][w]|=ld(hp[w]+t+u*VL); }
      for(int u=0;u<UP;u++) for(int w=0;w<WO;w++) acc[sl][u0+u][w]=a[u][w]; } }
    level<0>(S,acc); for(int u=0;u<UN;u++) for(int w=0;w<WO;w++) stv(outp[w]+s+u*VL,acc[S.root][u][w]);
  }
  // mid rares (8<=r<32): one-hot by variable shift, 8 lanes
  static inline void mid(const IT*ii,i64 s,const int*mr,const int*mg,int nm,T*const*xx){
#ifndef __AVX512BW__
    if constexpr(WO==1&&NB==16){ __m128i a=_mm_loadu_si128((__m128i*)(xx[0]+s)); for(int k=0;k<nm;k++) a=_mm_or_si128(a,one_hot16(_mm_xor_si128(_mm_loadl_epi64((const __m128i*)(ii+s-mr[k])),_mm_set1_epi8(mg[k])))); _mm_storeu_si128((__m128i*)(xx[0]+s),a); }
#else
    if constexpr(WO==1&&NB==16){ __m128i one=_mm_set1_epi16(1),a=_mm_loadu_si128((__m128i*)(xx[0]+s)); for(int k=0;k<nm;k++){ __m128i y=_mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i*)(ii+s-mr[k]))); a=_mm_or_si128(a,_mm_sllv_epi16(one,_mm_xor_si128(y,_mm_set1_epi16(mg[k])))); } _mm_storeu_si128((__m128i*)(xx[0]+s),a); }
#endif
    else if constexpr(WO==1&&NB==32){ __m256i one=_mm256_set1_epi32(1),a=_mm256_loadu_si256((__m256i*)(xx[0]+s)); for(int k=0;k<nm;k++){ __m256i y=_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)(ii+s-mr[k]))); a=_mm256_or_si256(a,_mm256_sllv_epi32(one,_mm256_xor_si256(y,_mm256_set1_epi32(mg[k])))); } _mm256_storeu_si256((__m256i*)(xx[0]+s),a); }
    else { __m512i one=_mm512_set1_epi64(1),a[WO]; for(int w=0;w<WO;w++) a[w]=_mm512_loadu_si512(xx[w]+s);
      for(int k=0;k<nm;k++){ __m512i y; if constexpr(sizeof(IT)==1) y=_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i*)(ii+s-mr[k]))); else y=_mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i*)(ii+s-mr[k]))); y=_mm512_xor_si512(y,_mm512_set1_epi64(mg[k])); for(int w=0;w<WO;w++) a[w]=_mm512_or_si512(a[w],_mm512_sllv_epi64(one,_mm512_sub_epi64(y,_mm512_set1_epi64(64*w)))); }
      for(int w=0;w<WO;w++) _mm512_storeu_si512(xx[w]+s,a[w]); }
  }
  struct Par{ int nn,nsp,ntk; int nr[16],ng[16],spm[32],tkm[32]; };
  // 8 sequential values from t0. returns 8 or the lane that overflowed.
  template<int NN,int NSP,int NTK> static int block(int i0,i64 t0,T*const*h,T*const*xx,IT*ii,const Par&P){
    const int nn=NN<0?P.nn:NN,nsp=NSP<0?P.nsp:NSP,ntk=NTK<0?P.ntk:NTK;
    if constexpr(WO==1){
      T*X=xx[0]+t0; T*Hh=h[0]+t0; IT*I=ii+t0; i64 nr[NN<0?16:NN+1]; u32 ng[NN<0?16:NN+1]; i64 sm[NSP<0?32:NSP],tm[NTK<0?32:NTK+1]; for(int k=0;k<nn;k++){nr[k]=-P.nr[k];ng[k]=P.ng[k];} for(int k=0;k<nsp;k++) sm[k]=-P.spm[k]; for(int k=0;k<ntk;k++) tm[k]=-P.tkm[k];
      for(int i=i0;i<8;i++){ T x=X[i]; 
        for(int k=0;k<nn;k++){ u32 y=I[i+nr[k]]^ng[k]; if constexpr(W==1) x|=(T)((T)1<<y); else if constexpr(CAP<=64) x|=(T)(1ull<<y); else x|= y<NB?(T)((T)1<<y):(T)0; } 
        X[i]=x; T E=0; for(int k=0;k<nsp;k++) E|=X[i+sm[k]]; for(int k=0;k<ntk;k++) E|=Hh[i+tm[k]];
        T z=~E; Hh[i]=z&-z; int c; if constexpr(NB==64) c=_tzcnt_u64(z); else c=_tzcnt_u32((u32)z|(NB==16?0x10000u:0u)); I[i]=c; if(__builtin_expect(z==0,0)) return i; }
      return 8;
    } else {
      for(int i=i0;i<8;i++){ i64 t=t0+i; T x[WO]; for(int w=0;w<WO;w++) x[w]=xx[w][t];
        for(int k=0;k<nn;k++){ int y=ii[t-P.nr[k]]^P.ng[k]; for(int w=0;w<WO;w++) x[w]|= (y/NB==w)?(T)1<<(y%NB):(T)0; }
        for(int w=0;w<WO;w++) xx[w][t]=x[w];
        T E[WO]; for(int w=0;w<WO;w++) E[w]=0;
        for(int k=0;k<nsp;k++) for(int w=0;w<WO;w++) E[w]|=xx[w][t-P.spm[k]];
        for(int k=0;k<ntk;k++) for(int w=0;w<WO;w++) E[w]|=h[w][t-P.tkm[k]];
        T hz[WO]; T done=0; int c=CAP; for(int w=WO-1;w>=0;w--){ T z=~E[w]; c= z? w*NB+(int)_tzcnt_u64(z):c; } for(int w=0;w<WO;w++){ T z=~E[w]; T l=z&-z; hz[w]=done?0:l; done|=z; } for(int w=0;w<WO;w++) h[w][t]=hz[w]; for(int w=WO;w<W;w++) h[w][t]=0; if(c>=CAP) return i; ii[t]=c; }
      return 8; }
  }
  typedef int(*BF)(int,i64,T*const*,T*const*,IT*,const Par&);
  template<int NN,int NSP> static BF p3(int ntk){ switch(ntk){case 0:return block<NN,NSP,0>;case 1:return block<NN,NSP,1>;case 2:return block<NN,NSP,2>;default:return block<-1,-1,-1>;} }
  template<int NN> static BF p2(int nsp,int ntk){ switch(nsp){case 1:return p3<NN,1>(ntk);case 2:return p3<NN,2>(ntk);case 3:return p3<NN,3>(ntk);default:return block<-1,-1,-1>;} }
  static BF pick(const Par&P){ if constexpr(WO>1) return block<-1,-1,-1>; else switch(P.nn){case 0:return p2<0>(P.nsp,P.ntk);case 1:return p2<1>(P.nsp,P.ntk);case 2:return p2<2>(P.nsp,P.ntk);case 3:return p2<3>(P.nsp,P.ntk);case 4:return p2<4>(P.nsp,P.ntk);case 5:return p2<5>(P.nsp,P.ntk);case 6:return p2<6>(P.nsp,P.ntk);default:return block<-1,-1,-1>;} }
  static i64 tuned_next;
  // run from n until N / event. ev: 0 done,1 need slow at n (rare or overflow),2 narrow request,3 period,4 retune
  static i64 run(i64 n,i64 N,int&ev,i64 narrowcap){
    st_setup++;
    Sched SF,SV; vector<pair<int,i64>> f,v; Par P; P.nn=0; int mr[64],mg[64],nm=0;
    for(size_t i=0;i<R.size();i++){ int g=IDX[Rg[i]]; if(g>=CAP) continue; if(R[i]<BL){P.nr[P.nn]=R[i];P.ng[P.nn++]=g;} else if(R[i]<CHK){mr[nm]=R[i];mg[nm++]=g;} else f.push_back({g,R[i]}); }
    for(i64 a:A){ int g=IDX[G[a]]; if(g<CAP) v.push_back({g,a}); }
    build(SF,f); build(SV,v); vector<i64> rp; vector<int> rgx; for(size_t i=0;i<R.size();i++) if(IDX[Rg[i]]<CAP){ rp.push_back(R[i]); rgx.push_back(IDX[Rg[i]]); }
    P.ntk=0; for(int k:TK) if(!POS||k%2==0) P.tkm[P.ntk++]=k;
    P.nsp=SP.size(); for(int i=0;i<P.nsp;i++) P.spm[i]=SP[i]; const int nsp=P.nsp;
    BF bf=pick(P);
    i64 Lw=64; if(!R.empty()) Lw=max(Lw,R.back()); if(!A.empty()) Lw=max(Lw,A.back()); Lw+=maxm+CHK+16;
    const i64 CHB=max<i64>(Lw,16384); 
    static T* H[W]; static T*X[W]; static T*RX[W]; static IT*I; static i64 cap=0; static AccT*acc=nullptr;
    if(cap<Lw+CHB+256){ for(int w=0;w<W;w++){ free(H[w]);free(X[w]);free(RX[w]);} free(I); cap=Lw+CHB+256; for(int w=0;w<W;w++){ H[w]=(T*)aligned_alloc(64,(cap*sizeof(T)+127)/64*64); X[w]=(T*)aligned_alloc(64,(cap*sizeof(T)+127)/64*64); RX[w]=(T*)aligned_alloc(64,(cap*sizeof(T)+127)/64*64);} I=(IT*)aligned_alloc(64,(cap*2+127)/64*64); memset(I,0,cap*sizeof(IT)); }
    if(!acc) acc=(AccT*)aligned_alloc(64,sizeof(AccT)*(CAP+1));
    const i64 base=n-Lw; i64 sh=base;
    for(i64 t=base;t<n;t++){ i64 q=t-base; for(int w=0;w<W;w++){H[w][q]=0;X[w][q]=0;RX[w][q]=0;} I[q]=0; if(t>=1&&typ(G[t],t)){ int x=IDX[G[t]]; I[q]=x; H[x/NB][q]=(T)1<<(x%NB); } }
    T*h[W];T*xx[W];T*rx[W]; IT*ii; auto rel=[&](){ for(int w=0;w<W;w++){h[w]=H[w]-sh;xx[w]=X[w]-sh;rx[w]=RX[w]-sh;} ii=I-sh; }; rel();
    for(i64 s=n-maxm;s<n;s++){ // scalar init of X(s), RX(s)
      T xa[W]={0},ra[W]={0};
      for(size_t i=0;i<R.size();i++){ i64 b=s-R[i]; if(b<1)break; if(typ(G[b],b)){ int x=IDX[G[b]^Rg[i]]; if(x<CAP) xa[x/NB]|=(T)1<<(x%NB);} }
      for(i64 a:A){ i64 b=s-a; if(b>=1&&typ(G[b],b)){ int x=IDX[G[b]^G[a]]; if(x<CAP) ra[x/NB]|=(T)1<<(x%NB);} }
      for(int w=0;w<W;w++){xx[w][s]=xa[w];rx[w][s]=ra[w];}
    }
    static T NDT[2][CAP+1][W]; for(int p=0;p<2;p++) for(int x=0;x<CAP;x++){ for(int w=0;w<W;w++) NDT[p][x][w]=0; if(JB<0) continue; for(int y=0;y<CAP;y++) if(EXPD[1^p][y]<EXPD[p][x]) NDT[p][x][y/NB]|=(T)1<<(y%NB); }
    alignas(64) static u16 TEX[2][2][32]; alignas(64) static T TND[2][64]; for(int a=0;a<2;a++) for(int b=0;b<2;b++) for(int x=0;x<32;x++) TEX[a][b][x]=EXPD[pn(a+b)][x]; for(int p=0;p<2;p++) for(int x=0;x<64;x++) TND[p][x]= x<CAP?NDT[p][x][0]:0;
    static u8 TEB[2][2][32]; static T OWN[2]; for(int a=0;a<2;a++) for(int b=0;b<2;b++) for(int x=0;x<32;x++) TEB[a][b][x]=TEX[a][b][x]; for(int p=0;p<2;p++){ OWN[p]=0; for(int x=0;x<NB;x++) if(JB>=0&&EXPD[1^p][x]<EXPD[p][x]) OWN[p]|=(T)1<<x; }
    i64 startn=n; i64 vlen=CHK*2; ev=0; i64 fails=0,done=0; i64 nextperiod=n;
    while(true){
      if(n>=N){ ev=0; return n; }
      if(cap-(n-sh)-64<vlen+CHK){ // slide
        i64 ns=n-Lw; i64 d=ns-sh; for(int w=0;w<W;w++){ memmove(H[w],H[w]+d,Lw*sizeof(T)); memmove(X[w],X[w]+d,Lw*sizeof(T)); memmove(RX[w],RX[w]+d,Lw*sizeof(T)); } memmove(I,I+d,Lw*sizeof(IT)); sh=ns; rel(); continue; }
      i64 e=min(n+vlen,N); i64 e8=n+(e-n+CHK-1)/CHK*CHK;
      st_chunks++;
      i64 vend=e8; bool over=false;
      for(i64 s0=n;s0<e8&&!over;s0+=CHK){
        accum(SF,h,s0,xx,acc);
        if constexpr(WO==1) for(int w=1;w<W;w++) for(int u=0;u<UN;u++) stv(h[w]+s0+u*VL,(V){});
        for(i64 s=s0;s<s0+CHK;s+=BL){
          mid(ii,s,mr,mg,nm,xx);
          int k=bf(0,s,h,xx,ii,P); 
          while(__builtin_expect(k<BL,0)){ if constexpr(WO==W){ over=true; vend=s+k; break; } else { // exact common set of heap t with all planes
              i64 t=s+k; st_ovf++; T E[W]; for(int w=0;w<W;w++) E[w]=0; auto add=[&](i64 b,int g){ int x=ii[b]; if(h[x/NB][b]){ x^=g; if(x<CAP) E[x/NB]|=(T)1<<(x%NB); } };
              for(int q=0;q<P.nsp;q++){ i64 z=t-P.spm[q]; for(size_t j=0;j<rp.size();j++) add(z-rp[j],rgx[j]); } for(int q=0;q<P.ntk;q++) add(t-P.tkm[q],0);
              int c=CAP; for(int w=W-1;w>=0;w--) if((T)~E[w]) c=w*NB+__builtin_ctzll((u64)(T)~E[w]); if(c>=CAP){ over=true; vend=t; break; }
              for(int w=0;w<W;w++) h[w][t]=0; h[c/NB][t]=(T)1<<(c%NB); ii[t]=c; k=bf(k+1,s,h,xx,ii,P); } }
          if(over) break;
        } }
      i64 bad=-1;
      for(i64 s=n;s<vend;s+=CHK){
        accum(SV,h,s,rx,acc);
        V any=(V){}; V miss[UN][W];
        { int p0=pn(s),p1=pn(s+1); 
          auto cover=[&](int u,int w){ V cv=(V){}; for(int k=0;k<nsp;k++) cv|=ld(rx[w]+s+u*VL-P.spm[k]); return cv; };
          if constexpr(WO==1&&NB<=32){ // vector tables; 32 lanes of idx
#ifdef __AVX512BW__
            const __mmask32 odd=0xAAAAAAAAu; __m512i ix=_mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i*)(ii+s)));
            __mmask32 kbig=0; if constexpr(W>1) kbig=_mm512_cmpge_epu16_mask(ix,_mm512_set1_epi16(NB)); const __m512i*te=(const __m512i*)(s&1?TEX[1]:TEX[0]); // TEX[par of s][parity lane][32]
            _mm512_storeu_si512(G+s,_mm512_mask_permutexvar_epi16(_mm512_permutexvar_epi16(ix,te[0]),odd,ix,te[1]));
            if constexpr(NB==16){ __m512i a=_mm512_loadu_si512(TND[p0]),b=_mm512_loadu_si512(TND[p1]); __m512i nd=_mm512_mask_permutexvar_epi16(_mm512_permutexvar_epi16(ix,a),odd,ix,b); if constexpr(W>1) nd=_mm512_mask_mov_epi16(nd,kbig,_mm512_set1_epi16(-1)); miss[0][0]=(V)nd&~cover(0,0); any|=miss[0][0]; }
            else { __m512i a0=_mm512_loadu_si512(TND[p0]),a1=_mm512_loadu_si512((char*)TND[p0]+64),b0=_mm512_loadu_si512(TND[p1]),b1=_mm512_loadu_si512((char*)TND[p1]+64);
              for(int u=0;u<UN;u++){ __m512i jx=_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)(ii+s+16*u))); __m512i nd=_mm512_mask_blend_epi32((__mmask16)0xAAAA,_mm512_permutex2var_epi32(a0,jx,a1),_mm512_permutex2var_epi32(b0,jx,b1)); if constexpr(W>1) nd=_mm512_mask_mov_epi32(nd,(__mmask16)(kbig>>(16*u)),_mm512_set1_epi32(-1)); miss[u][0]=(V)nd&~cover(u,0); any|=miss[u][0]; } }
#else // what is needed below a common value: the bits below its own, and in K its own
            const __m256i ix=_mm256_loadu_si256((const __m256i*)(ii+s)); u32 kbig=0; if constexpr(W>1) kbig=_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(ix,_mm256_set1_epi8(NB)),ix));
            const u8(*te)[32]=TEB[s&1]; const __m256i gv=_mm256_blendv_epi8(bytes_at(te[0],ix),bytes_at(te[1],ix),_mm256_set1_epi16(-256));
            _mm256_storeu_si256((__m256i*)(G+s),_mm256_cvtepu8_epi16(_mm256_castsi256_si128(gv))); _mm256_storeu_si256((__m256i*)(G+s+16),_mm256_cvtepu8_epi16(_mm256_extracti128_si256(gv,1)));
            V K; for(int i=0;i<VL;i+=2){ K[i]=OWN[p0]; K[i+1]=OWN[p1]; }
            for(int u=0;u<UN;u++){ const V hh=ld(h[0]+s+u*VL); miss[u][0]=(JB<0?(V){}:(hh-(T)1)|(hh&K))&~cover(u,0); any|=miss[u][0]; }
#endif
            if constexpr(W>1) if(kbig){ for(int u=0;u<UN;u++) for(int w=1;w<W;w++) miss[u][w]=(V){}; u32 kb=kbig; while(kb){ int l=__builtin_ctz(kb); kb&=kb-1; int x=ii[s+l]; int pp=(l&1)?p1:p0; G[s+l]=EXPD[pp][x]; for(int w=1;w<W;w++) miss[l/VL][w][l%VL]=NDT[pp][x][w]; } any=(V){}+(T)1; } else for(int u=0;u<UN;u++) for(int w=1;w<W;w++) miss[u][w]=(V){};
          } else
          for(int u=0;u<UN;u++){ T ndb[W][VL]; for(int i=0;i<VL;i+=2){ int x=ii[s+u*VL+i],y=ii[s+u*VL+i+1]; for(int w=0;w<W;w++){ ndb[w][i]=NDT[p0][x][w]; ndb[w][i+1]=NDT[p1][y][w]; } G[s+u*VL+i]=EXPD[p0][x]; G[s+u*VL+i+1]=EXPD[p1][y]; }
            for(int w=0;w<W;w++){ V nd; memcpy(&nd,ndb[w],VB); miss[u][w]= w<WO? nd&~cover(u,w): nd; any|=miss[u][w]; } } }
        if(some(any)){
          for(int u=0;u<UN;u++) for(int i=0;i<VL&&s+u*VL+i<vend;i++){ T q=0; for(int w=0;w<W;w++) q|=miss[u][w][i]; if(!q) continue; i64 t=s+u*VL+i; fails++; st_fail++; int rp=1^pn(t); static vector<int> need; need.clear();
            for(int w=0;w<W;w++){ T z=miss[u][w][i]; while(z){ int b=__builtin_ctzll((u64)z); z&=z-1; need.push_back(EXPD[rp][w*NB+b]); } }
            if(scan_need(t,need)){ bad=t; goto verdone; } }
        }
      }
      verdone:
      done+=vend-n;
      if(bad>=0){ st_rollback++; ev=1; return bad; }
      if(over){ ev=1; return vend; }
      n=vend; if(vlen<1024) vlen*=2;
      if(ck>0){
        i64 lo=max(nextperiod,ck+1); 
        __m512i v1=_mm512_set1_epi16(G[ck-1]),v2=_mm512_set1_epi16(G[ck-2]),v3=_mm512_set1_epi16(G[ck-3]),v4=_mm512_set1_epi16(G[ck-4]);
        for(i64 q0=lo;q0<=n;q0+=32){ __mmask32 k=_mm512_cmpeq_epi16_mask(v1,_mm512_loadu_si512(G+q0-1)); k=_mm512_mask_cmpeq_epi16_mask(k,v2,_mm512_loadu_si512(G+q0-2)); k=_mm512_mask_cmpeq_epi16_mask(k,v3,_mm512_loadu_si512(G+q0-3)); k=_mm512_mask_cmpeq_epi16_mask(k,v4,_mm512_loadu_si512(G+q0-4)); if(n-q0<31) k&=(2u<<(n-q0))-1;
          while(k){ i64 q=q0+__builtin_ctz(k); k&=k-1; if(!memcmp(G+q-8,G+ck-8,16) && !memcmp(G+q-ckL,G+ck-ckL,ckL*2)){ i64 p=q-ck; i64 n0=ck-ckL; while(n0>0&&G[n0-1]==G[n0-1+p])n0--; i64 need=max(Lw,wit_max+maxm+2);
              if(ck-n0>=need&&lastRareN<n0&&(p%2==0||!eq_used)){ PER={true,p,n0,q}; ck=-1; ev=3; return n; } } } }
        nextperiod=n+1;
      }
      if(n-max<i64>(0,ck)>max<i64>(50000,(i64)(0.25*n))&&!PER.found){ ck=n; ckL=Lw+32; wit_max=0; eq_used=0; nextperiod=n+1; if(ck-ckL<8) ck=-1; }
      if(n-startn>max<i64>(max<i64>(65536,4*Lw),startn/2)){ ev=2; return n; }
      if(done>200000&&fails*6>done&&n>tuned_next&&R.size()<=300){ tuned_next=2*n; ev=4; return n; }
    }
  }
};
template<class T,int W,int WO> i64 Eng<T,W,WO>::tuned_next=0;

int main(int c,char**argv){
  if(c<3){fprintf(stderr,"octal_limit GAME N [nostop] [check FILE]\n");return 1;}
  string g=argv[1]; i64 N=(i64)atof(argv[2]); i64 misp=0; int spot=0; bool wofix=false,stopp=false,verbose=false; const char*chk=nullptr; bool classic=false; i64 n0b=4096; int mincap=0;
  for(int i=3;i<c;i++){ string s=argv[i]; if(s=="stop") stopp=true; if(s=="wofix") wofix=true; if(s=="spot") spot=atoi(argv[++i]); if(s=="mis") misp=atoll(argv[++i]); if(s=="v") verbose=true; if(s=="classic") classic=true; if(s=="check") chk=argv[++i]; if(s=="boot") n0b=atoi(argv[++i]); if(s=="mincap") mincap=atoi(argv[++i]); }
  GR=g=="grundy"; if(GR) SP.push_back(0); else { size_t dot=g.find('.'); string d=(dot==0?string("0"):g.substr(0,dot))+g.substr(dot+1); for(size_t i=0;i<d.size();i++){int x=d[i]-'0'; if(x&1)WH.push_back(i); if(x&2)TK.push_back(i); if(x&4)SP.push_back(i);} }
  maxm=1; for(auto*v:{&WH,&TK,&SP}) for(int k:*v) maxm=max(maxm,k);
  NALLOC=N+8192; G=(u16*)aligned_alloc(64,(NALLOC*2+63)/64*64); memset(G,0,min<i64>(NALLOC,1<<20)*2);
  double w0=wall(); double t0=now(); n0b=min(n0b,N); naive(n0b); double tb=now()-t0; i64 n=n0b; hist_to(n); M=0;POS=0;CC=0;set_tables(); choose_mask(n); 
  i64 slowuntil=n, mscan=n; size_t Rchosen=R.size(); i64 lastMaskVal=maxval; int forcecap=0; i64 retune=0; bool wantretune=false;
  while(n<N){
    // structural updates
    for(i64 t=mscan;t<n;){ i64 e=min(n,t+4096); u16 m=0; for(i64 i=t;i<e;i++) m=max(m,G[i]); if(m>maxval) for(i64 i=t;i<e;i++) if(G[i]>maxval){maxval=G[i];maxpos=i;} t=e; } mscan=n;
    bool ch=false;
    if((maxval>=2&&(31-__builtin_clz(maxval))!=(31-__builtin_clz(max<int>(1,lastMaskVal))))||R.size()>Rchosen+8+Rchosen/8){ hist_to(n); ch=choose_mask(n); lastMaskVal=maxval; Rchosen=R.size(); if(verbose) fprintf(stderr,"n=%ld mask %x pos%d R %zu maxval %d changed %d\n",n,M,POS,R.size(),maxval,ch); }
    if(ch){ A.clear(); slowuntil=max(slowuntil,n+1); }
    if(!R.empty()) slowuntil=max(slowuntil,R.back()+maxm+33);
    if(n<slowuntil){ bool ra; int v=slow_value(n,ra); G[n]=v; if(ra){ R.push_back(n);Rg.push_back(v); lastRareN=n; slowuntil=n+maxm+1+32; ck=-1; } if(IDX[v]>=forcecap&&forcecap) forcecap=0; n++; continue; }
    if(A.empty()||n>=retune||wantretune){ wantretune=false; double t1=now(); tuneA(n); retune= n<65536?65536: n<(1<<20)?(1<<20):R.size()>300?n*8:(i64)1<<60; if(verbose) fprintf(stderr,"n=%ld tuneA K=%zu %.3fs R=%zu\n",n,A.size(),now()-t1,R.size()); }
    // capacity
    i64 Lw=64; if(!R.empty()) Lw=max(Lw,R.back()); if(!A.empty()) Lw=max(Lw,A.back()); Lw+=maxm+32+8;
    int mx=0; for(i64 t=max<i64>(1,n-Lw);t<n;t++) if(typ(G[t],t)) mx=max(mx,(int)IDX[G[t]]);
    int cap=16; while(cap<=mx) cap*=2; cap=max(cap,mincap);
    int ev=0; i64 Ne=N; i64 n1=n;
    if(n>16384||true){ if(retune>n) Ne=min(N,retune); }
    double t1=now();
    int bestk=0; { i64 b=max<i64>(1,n-8192); vector<i64> cnt(MAXV,0); for(i64 t=b;t<n;t++) cnt[IDX[G[t]]]++; double tot=n-b; double bc=1e300;
      static const int cfg[][3]={{16,1,1},{16,2,1},{16,4,1},{32,1,1},{32,2,1},{32,4,1},{64,1,1},{64,2,1},{64,2,2},{64,4,1},{64,4,2},{64,4,4},{64,8,2},{64,8,4},{64,8,8},{64,16,4},{64,16,8},{64,16,16}};
      for(auto&k:cfg){ if(k[0]*k[1]<cap) continue; if(wofix&&k[1]!=k[2]) continue; double f=0; for(int x=k[0]*k[2];x<cap;x++) f+=cnt[x]; f/=tot; if(k[1]==k[2]) f=0; double co=(R.size()+A.size()*1.0+20)*0.15*k[2]*k[0]/64+ (k[1]-k[2])*0.1+f*(R.size()*SP.size()*2.0+400); if(co<bc){bc=co;bestk=k[0]*10000+k[1]*100+k[2];} } }
    switch(bestk){
#define CS(a,b,c,T) case a*10000+b*100+c: n=Eng<T,b,c>::run(n,Ne,ev,0); break;
      CS(16,1,1,u16) CS(16,2,1,u16) CS(16,4,1,u16) CS(32,1,1,u32) CS(32,2,1,u32) CS(32,4,1,u32) CS(64,1,1,u64) CS(64,2,1,u64) CS(64,2,2,u64) CS(64,4,1,u64) CS(64,4,2,u64) CS(64,4,4,u64) CS(64,8,2,u64) CS(64,8,4,u64) CS(64,8,8,u64) CS(64,16,4,u64) CS(64,16,8,u64) CS(64,16,16,u64)
      default: fprintf(stderr,"too wide\n"); return 1;
    }
    if(verbose&&(now()-t1>0.05)) fprintf(stderr,"  eng cap %d cfg %d n %ld -> %ld ev %d  %.3fs %.2f ns/val\n",cap,bestk,n1,n,ev,now()-t1,(now()-t1)*1e9/max<i64>(1,n-n1));
    if(ev==1){ slowuntil=n+1; } if(ev==4) wantretune=true;
    if(ev==3){ printf("PERIOD certificate: period=%ld start=%ld proven at n=%ld cpu=%.3fs wall=%.3fs\n",PER.p,PER.n0,PER.at,now()-t0,wall()-w0); fflush(stdout); if(stopp) break; if(classic){ i64 nn=2*max<i64>(PER.n0,1)+2*PER.p+maxm+1; if(nn<N){ N=nn; } } }
  }
  double dt=now()-t0,dw=wall()-w0; if(n>N) n=N; if(mscan<n) for(i64 i=mscan;i<n;i++) if(G[i]>maxval){maxval=G[i];maxpos=i;}
  u64 h=14695981039346656037ull; for(i64 i=0;i<n;i++){ h^=G[i]&255; h*=1099511628211ull; h^=G[i]>>8; h*=1099511628211ull; }
  collect_rare(n);
  printf("%s n=%ld cpu=%.3fs wall=%.3fs ns/value(cpu)=%.2f (boot %.3fs) rare=%zu last=%ld max=%d@%ld mask=%x%s A=%zu fnv=%016lx\n",g.c_str(),n,dt,dw,dt*1e9/n,tb,R.size(),R.empty()?0:R.back(),maxval,maxpos,M,POS?"pos":"",A.size(),h);
  if(verbose) fprintf(stderr,"ovf %ld slow %ld fail %ld scan %ld pairs %ld wl %ld hit %ld tries %ld setups %ld rollback %ld chunks %ld\n",st_ovf,st_slow,st_fail,st_scan,st_scanpairs,st_wl,st_wlhit,st_wltry,st_setup,st_rollback,st_chunks);
  if(PER.found){ i64 p=PER.p; for(i64 d=2;d<=p&&d<100;d++) while(p%d==0&&n>2*p&&!memcmp(G+n-p,G+n-p-p/d,(size_t)p*2)) p/=d; // reduce to the minimal period (small factors)
    i64 st=max<i64>(0,n-p); while(st>0&&G[st-1]==G[st-1+p])st--; bool full= n>=2*max<i64>(st,1)+2*p+maxm; printf("period=%ld start=%ld  Guy-Smith bound %ld %s\n",p,st,2*st+2*p+maxm,full?"REACHED (classical proof)":"not reached (window certificate only)"); }
  if(spot>0){ u64 x=88172645463325252ull; int bad=0; vector<u8> seen(65536); for(int q=0;q<spot;q++){ x^=x<<13;x^=x>>7;x^=x<<17; i64 t=n/2+(i64)(x%(u64)(n/2)); fill(seen.begin(),seen.end(),0); for(int k:TK) if(t>k) seen[G[t-k]]=1; for(int m:SP){ i64 s=t-m; for(i64 a=1;2*a<=s;a++){ if(GR&&2*a==s) continue; seen[G[a]^G[s-a]]=1; } } int v=0; while(seen[v])v++; if(v!=G[t]) bad++; } printf("spot check of %d random heaps in [n/2,n) against the full mex over all splits: %d wrong\n",spot,bad); }
  if(misp>0){ // near-period statistics
    for(int q=1;q<=10;q++){ i64 hi=misp+maxm+1+(n-misp-maxm-1)/10*q, lo=max<i64>(misp+1,hi-1000000); i64 mm=0,maxgap=0,last=lo; for(i64 t=lo;t<hi;t++) if(G[t]!=G[t-misp]){ mm++; maxgap=max(maxgap,t-last); last=t; } maxgap=max(maxgap,hi-last);
      i64 len=min<i64>(hi-lo,200000),aff=0; vector<u8> a(len+1,0); i64 b0=hi-len; for(i64 t=max(lo,b0-(R.empty()?0:R.back())-maxm);t<hi;t++) if(G[t]!=G[t-misp]){ for(i64 r:R) for(int m:SP){ i64 s=t+r+m-b0; if(s>=0&&s<len) a[s]=1; } for(int k:TK){ i64 s=t+k-b0; if(s>=0&&s<len)a[s]=1; } } for(i64 i=0;i<len;i++) aff+=a[i];
      printf("  [%ld,%ld): mismatch density %.5f (max clean gap %ld), heaps needing work %.4f\n",lo,hi,(double)mm/(hi-lo),maxgap,(double)aff/len); } }
  if(chk){ FILE*f=fopen(chk,"rb"); vector<u16> b(n); size_t k=fread(b.data(),2,n,f); size_t bad=0; for(size_t i=0;i<k;i++) if(b[i]!=G[i]){ if(!bad) printf("FIRST MISMATCH %zu got %d want %d\n",i,G[i],b[i]); bad++; } printf("check %zu values: %s\n",k,bad?"BAD":"ok"); }
}
