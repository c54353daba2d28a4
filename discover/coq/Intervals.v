(** Intervals of options: slow f, move anywhere, and intervals between floors
    (discover/heaps/theorems/slow_f.py, move_anywhere.py, floors_commute.py).

    The first two need no values at all. *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate.
Import ListNotations.
Local Open Scope N_scope.

(** From n to every m with low(n) <= m < high(n), that is, high(n) - low(n) options. *)
Definition interval (low high : N -> N) : rule :=
  fun n => map (fun m => [m]) (upto (N.to_nat (high n - low n)) (low n)).

Lemma value_interval low high G n v :
  value_of (interval low high) G n v <-> exists m, low n <= m < high n /\ v = G m.
Proof.
  unfold value_of, interval. split.
  - intros (o & I & ->). apply in_map_iff in I as (m & <- & I). apply In_upto in I.
    exists m. split; [lia | apply N.lxor_0_r].
  - intros (m & L & ->). exists [m]. split.
    + apply in_map_iff. exists m. split; auto. apply In_upto. lia.
    + symmetry. apply N.lxor_0_r.
Qed.

Lemma interval_wf low high : (forall n, high n <= n) -> well_founded (interval low high).
Proof.
  intros H n o h I J. unfold interval in I. apply in_map_iff in I as (m & <- & I).
  apply In_upto in I. specialize (H n). destruct J as [<- | []]. lia.
Qed.

(** * Remove 1 to f(n) tokens, where f steps by 0 or 1 *)

Definition remove_up_to (f : N -> N) : rule := interval (fun n => n - f n) (fun n => n).

Section SlowF.
  Variables (f : N -> N) (G : N -> N).
  Hypothesis f0 : f 0 = 0.
  Hypothesis slow : forall n, f (n + 1) = f n \/ f (n + 1) = f n + 1.
  Hypothesis HG : is_grundy (remove_up_to f) G.

  Lemma f_below n : f n <= n.
  Proof.
    induction n as [| n IH] using N.peano_ind; [lia |].
    destruct (slow n); rewrite <- N.add_1_r; lia.
  Qed.

  (** G maps n - f(n), ..., n one to one onto 0, ..., f(n). *)
  Definition bijective (n : N) : Prop :=
    (forall m, n - f n <= m <= n -> G m <= f n) /\
    (forall v, v <= f n -> exists m, n - f n <= m <= n /\ G m = v) /\
    (forall m k, n - f n <= m <= n -> n - f n <= k <= n -> G m = G k -> m = k).

  Lemma value_is n v :
    is_mex (fun v => exists m, n - f n <= m < n /\ v = G m) v -> G n = v.
  Proof.
    intro H. apply (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG n) H).
    intro u. apply value_interval.
  Qed.

  Lemma next_value n :
    bijective n ->
    (f (n + 1) = f n + 1 -> G (n + 1) = f n + 1) /\ (f (n + 1) = f n -> G (n + 1) = G (n - f n)).
  Proof.
    intros (A & B & C). pose proof (f_below n). split; intro E; apply value_is; split.
    - intros (m & L & V). specialize (A m). lia.
    - intros u Hu. destruct (B u) as (m & L & <-); [lia |]. exists m. split; auto. lia.
    - intros (m & L & V). apply C in V; lia.
    - intros u Hu. specialize (A (n - f n)). destruct (B u) as (m & L & <-); [lia |].
      assert (m <> n - f n) by (intros ->; lia).
      exists m. split; auto. lia.
  Qed.

  Lemma all_bijective n : bijective n.
  Proof.
    induction n as [| n IH] using N.peano_ind.
    - assert (G 0 = 0).
      { apply value_is. split; [intros (m & L & _); lia | lia]. }
      unfold bijective. rewrite f0. repeat split.
      + intros m L. replace m with 0 by lia. lia.
      + intros v L. exists 0. lia.
      + intros m k. lia.
    - rewrite <- N.add_1_r. destruct (next_value n IH) as [X Y].
      destruct IH as (A & B & C). pose proof (f_below n). pose proof (f_below (n + 1)).
      destruct (slow n) as [E | E]; rewrite E in *; [specialize (Y eq_refl); clear X |
                                                     specialize (X eq_refl); clear Y].
      + unfold bijective. rewrite E. repeat split.
        * intros m L. destruct (N.eq_dec m (n + 1)) as [-> | D]; [rewrite Y |]; apply A; lia.
        * intros v L. destruct (B v L) as (m & Lm & Em).
          destruct (N.eq_dec m (n - f n)) as [-> | D].
          -- exists (n + 1). split; [lia | congruence].
          -- exists m. split; auto. lia.
        * intros m k Lm Lk Em.
          destruct (N.eq_dec m (n + 1)) as [-> | Dm], (N.eq_dec k (n + 1)) as [-> | Dk]; auto.
          -- rewrite Y in Em. apply C in Em; lia.
          -- rewrite Y in Em. apply C in Em; lia.
          -- apply C; auto; lia.
      + unfold bijective. rewrite E. repeat split.
        * intros m L. destruct (N.eq_dec m (n + 1)) as [-> | D]; [lia |].
          specialize (A m). lia.
        * intros v L. destruct (N.eq_dec v (f n + 1)) as [-> | D].
          -- exists (n + 1). split; [lia | auto].
          -- destruct (B v) as (m & Lm & Em); [lia |]. exists m. split; auto. lia.
        * intros m k Lm Lk Em.
          destruct (N.eq_dec m (n + 1)) as [-> | Dm], (N.eq_dec k (n + 1)) as [-> | Dk]; auto.
          -- specialize (A k). lia.
          -- specialize (A m). lia.
          -- apply C; auto; lia.
  Qed.

(** Let f(0) = 0, f(n + 1) - f(n) be 0 or 1 for all n, and let the moves from n be to remove any
    number from 1 to f(n) of tokens. Then G(0) = 0, and for n >= 1, G(n) = f(n) if f(n) = f(n - 1)
    + 1, and G(n) = G(n - f(n) - 1) otherwise. Proof: G maps n - f(n), ..., n one to one onto 0,
    ..., f(n). *)
  Theorem slow_f n :
    G 0 = 0 /\
    (f (n + 1) = f n + 1 -> G (n + 1) = f (n + 1)) /\
    (f (n + 1) = f n -> G (n + 1) = G (n + 1 - f (n + 1) - 1)).
  Proof.
    destruct (next_value n (all_bijective n)) as [X Y]. repeat split.
    - destruct (all_bijective 0) as (A & _). specialize (A 0). rewrite f0 in A. lia.
    - intro E. rewrite E. auto.
    - intro E. rewrite Y by auto. rewrite E. f_equal. pose proof (f_below n). lia.
  Qed.
End SlowF.

(** f(0) = 0, and f steps by 0 or 1. *)
Definition slow (f : N -> N) : Prop := f 0 = 0 /\ forall n, f (n + 1) = f n \/ f (n + 1) = f n + 1.

Lemma slow_min g :
  (forall n, 1 <= n -> g (n + 1) = g n \/ g (n + 1) = g n + 1) -> slow (fun n => N.min (g n) n).
Proof.
  intro H. split; [lia |]. intro n. destruct (N.eq_dec n 0) as [-> | D]; [lia |].
  specialize (H n). lia.
Qed.

Lemma floor_steps a b c : a <= c -> 1 <= c -> (a + b) / c = b / c \/ (a + b) / c = b / c + 1.
Proof.
  intros A C. pose proof (N.div_mod b c). pose proof (N.mod_lt b c).
  set (q := b / c) in *. set (r := b mod c) in *.
  destruct (N.lt_ge_cases (r + a) c) as [L | L]; [left | right]; symmetry.
  - apply (N.div_unique _ _ q (r + a)); lia.
  - apply (N.div_unique _ _ (q + 1) (r + a - c)); lia.
Qed.

Lemma slow_floor a b c :
  ((a <=? c) && (1 <=? c)) = true -> slow (fun n => N.min ((a * n + b) / c) n).
Proof.
  intro H. apply andb_prop in H as [A C]. apply N.leb_le in A, C. apply slow_min. intros n _.
  replace (a * (n + 1) + b) with (a + (a * n + b)) by lia. now apply floor_steps.
Qed.

Lemma slow_less a b c :
  ((a <=? c) && (1 <=? c)) = true -> slow (fun n => N.min ((a * n - b) / c) n).
Proof.
  intro H. apply andb_prop in H as [A C]. apply N.leb_le in A, C. apply slow_min. intros n _.
  destruct (N.le_gt_cases b (a * n)) as [L | L].
  - replace (a * (n + 1) - b) with (a + (a * n - b)) by lia. now apply floor_steps.
  - replace (a * n - b) with 0 by lia. replace (a * (n + 1) - b) with (a * (n + 1) - b + 0) by lia.
    apply floor_steps; lia.
Qed.

(** isqrt(a*n + b) steps by 0 or 1 from n = 1 on if a is small. *)
Lemma root_steps a b n :
  a <= 2 * N.sqrt (a + b) + 3 -> 1 <= n ->
  N.sqrt (a * (n + 1) + b) = N.sqrt (a * n + b) \/
  N.sqrt (a * (n + 1) + b) = N.sqrt (a * n + b) + 1.
Proof.
  intros A L.
  assert (R : N.sqrt (a + b) <= N.sqrt (a * n + b)) by (apply N.sqrt_le_mono; nia).
  assert (U : N.sqrt (a * n + b) <= N.sqrt (a * (n + 1) + b)) by (apply N.sqrt_le_mono; nia).
  pose proof (N.sqrt_spec (a * n + b)) as S. cbv zeta in S.
  set (s := N.sqrt (a * n + b)) in *.
  assert (N.sqrt (a * (n + 1) + b) < s + 2); [| lia].
  apply N.sqrt_lt_square. nia.
Qed.

Lemma slow_root a b k :
  (a <=? 2 * N.sqrt (a + b) + 3) = true -> slow (fun n => N.min (N.sqrt (a * n + b) + k) n).
Proof.
  intro H. apply N.leb_le in H. apply slow_min. intros n L.
  destruct (root_steps a b n H L); lia.
Qed.

Lemma slow_root_less a b k :
  (a <=? 2 * N.sqrt (a + b) + 3) = true -> slow (fun n => N.min (N.sqrt (a * n + b) - k) n).
Proof.
  intro H. apply N.leb_le in H. apply slow_min. intros n L.
  destruct (root_steps a b n H L); lia.
Qed.

(** The law of [mexplore]'s claim SlowInterval. *)
Theorem slow_law f G :
  slow f -> is_grundy (remove_up_to f) G ->
  G 0 = 0 /\ forall n, 1 <= n ->
    G n = if f n =? f (n - 1) + 1 then f n else G (n - f n - 1).
Proof.
  intros [f0 S] HG. split; [now destruct (slow_f f G f0 S HG 0) |].
  intros n L. destruct (slow_f f G f0 S HG (n - 1)) as (_ & X & Y). specialize (S (n - 1)).
  assert (En : n - 1 + 1 = n) by lia. rewrite En in S, X, Y.
  destruct (N.eqb_spec (f n) (f (n - 1) + 1)) as [E | E]; [auto |]. apply Y.
  now destruct S.
Qed.

Lemma remove_up_to_exists f : is_grundy (remove_up_to f) (grundy (remove_up_to f)).
Proof. apply grundy_exists, interval_wf. intro n. lia. Qed.

(** * Leave a to k(n) - 1 tokens, where k(n) <= n never falls *)

Definition leave_between (a : N) (k : N -> N) : rule := interval (fun _ => a) k.

(** Let k(n) <= n never fall as n grows, and let the moves from n be to leave any number m of
    tokens with a <= m < k(n). Then G(n) = 0 if k(n) <= a, and G(n) = 1 + G(k(n) - 1) otherwise.
    Proof: G never falls, and no value is passed over. *)
Theorem move_anywhere a k G :
  (forall n, k n <= n) -> (forall m n, m <= n -> k m <= k n) ->
  is_grundy (leave_between a k) G ->
  forall n, (k n <= a -> G n = 0) /\ (a < k n -> G n = 1 + G (k n - 1)).
Proof.
  intros K Mono HG.
  assert (X : forall n, is_mex (fun v => exists m, a <= m < k n /\ v = G m) (G n)).
  { intro n. destruct (grundy_is_mex _ _ HG n) as [A B]. split.
    - intro H. now apply A, value_interval.
    - intros u Hu. now apply B, value_interval in Hu. }
  assert (GM : forall m n, m <= n -> G m <= G n).
  { intros m n L. destruct (N.le_gt_cases (G m) (G n)) as [H | H]; auto. exfalso.
    destruct (X m) as [_ B]. destruct (X n) as [A _].
    apply B in H as (j & Lj & E). apply A. exists j. split; auto.
    specialize (Mono m n L). lia. }
  intro n. split; intro H.
  - destruct (X n) as [_ B]. destruct (N.eq_0_gt_0_cases (G n)) as [Z | P]; auto.
    apply B in P as (m & L & _). lia.
  - refine (is_mex_unique _ (fun v => exists m, a <= m < k n /\ v = G m) _ _ (X n) _ _).
    + split.
      * intros (m & L & E). specialize (GM m (k n - 1)). lia.
      * intros u Hu. destruct (N.eq_dec u (G (k n - 1))) as [-> | D].
        -- exists (k n - 1). split; auto. lia.
        -- destruct (X (k n - 1)) as [_ B]. destruct (B u) as (m & L & ->); [lia |].
           exists m. split; auto. specialize (K (k n - 1)). lia.
    + reflexivity.
Qed.

(** The law of the claim Threshold. *)
Definition never_falls (k : N -> N) : Prop := forall m n, m <= n -> k m <= k n.

Lemma never_falls_min k : never_falls k -> never_falls (fun n => N.min (k n) n).
Proof. intros H m n L. specialize (H m n L). lia. Qed.

Lemma never_falls_floor a b c :
  (1 <=? c) = true -> never_falls (fun n => N.min ((a * n + b) / c) n).
Proof.
  intro C. apply N.leb_le in C. apply never_falls_min. intros m n L. apply N.div_le_mono; [lia | nia].
Qed.

Lemma never_falls_less a b c :
  (1 <=? c) = true -> never_falls (fun n => N.min ((a * n - b) / c) n).
Proof.
  intro C. apply N.leb_le in C. apply never_falls_min. intros m n L. apply N.div_le_mono; [lia | nia].
Qed.

Lemma never_falls_root a b k : never_falls (fun n => N.min (N.sqrt (a * n + b) + k) n).
Proof.
  apply never_falls_min. intros m n L.
  assert (N.sqrt (a * m + b) <= N.sqrt (a * n + b)) by (apply N.sqrt_le_mono; nia). lia.
Qed.

Lemma never_falls_root_less a b k : never_falls (fun n => N.min (N.sqrt (a * n + b) - k) n).
Proof.
  apply never_falls_min. intros m n L.
  assert (N.sqrt (a * m + b) <= N.sqrt (a * n + b)) by (apply N.sqrt_le_mono; nia). lia.
Qed.

Theorem leave_law a k G :
  never_falls (fun n => N.min (k n) n) ->
  is_grundy (leave_between a (fun n => N.min (k n) n)) G ->
  forall n, G n = if N.min (k n) n <=? a then 0 else 1 + G (N.min (k n) n - 1).
Proof.
  intros Mono HG n.
  destruct (move_anywhere a (fun n => N.min (k n) n) G) with (n := n) as [A B]; auto; [lia |].
  destruct (N.leb_spec (N.min (k n) n) a); auto.
Qed.

Lemma leave_between_exists a k :
  is_grundy (leave_between a (fun n => N.min (k n) n))
    (grundy (leave_between a (fun n => N.min (k n) n))).
Proof. apply grundy_exists, interval_wf. intro n. lia. Qed.

(** * From n >= 1 to every m with floor(n/P) <= m <= floor(n/q), for some pairs (P, q) *)

Definition between_floors (pairs : list (N * N)) : rule :=
  fun n => if n =? 0 then []
           else flat_map (fun d : N * N => let (P, q) := d in
                            map (fun m => [m]) (upto (N.to_nat (n / q + 1 - n / P)) (n / P)))
                         pairs.

Definition between (n P q m : N) : Prop := n / P <= m <= n / q.

Lemma value_between pairs G n v :
  1 <= n ->
  value_of (between_floors pairs) G n v <->
  exists P q m, In (P, q) pairs /\ between n P q m /\ v = G m.
Proof.
  intro L. unfold value_of, between_floors, between.
  destruct (N.eqb_spec n 0) as [-> | _]; [lia |]. split.
  - intros (o & I & ->). apply in_flat_map in I as ([P q] & I & J).
    apply in_map_iff in J as (m & <- & J). apply In_upto in J. exists P, q, m.
    repeat split; auto; try lia. apply N.lxor_0_r.
  - intros (P & q & m & I & B & ->). exists [m]. split; [| symmetry; apply N.lxor_0_r].
    apply in_flat_map. exists (P, q). split; auto. apply in_map_iff. exists m. split; auto.
    apply In_upto. lia.
Qed.

Lemma between_wf pairs :
  (forall P q, In (P, q) pairs -> 2 <= q) -> well_founded (between_floors pairs).
Proof.
  intros H n o h I J. unfold between_floors in I. destruct (N.eqb_spec n 0) as [-> | Z]; [easy |].
  apply in_flat_map in I as ([P q] & I & K). apply in_map_iff in K as (m & <- & K).
  apply In_upto in K. destruct J as [<- | []]. apply H in I.
  assert (n / q < n) by (apply N.div_lt; lia). lia.
Qed.

(** Let the moves from n >= 1 be to leave any number m of tokens with floor(n/P) <= m <=
    floor(n/q), for finitely many pairs 2 <= q <= P <= M, and let 0 be terminal. Let c >= 2, n0 >=
    1 and M*n0 >= c. If G(n) = G(floor(n/c)) for n0 <= n < M*n0, then for all n >= n0. Proof: as m
    runs from floor(n/P) to floor(n/q), floor(m/c) runs through the options of floor(n/c). *)
Theorem interval_of_floors pairs M c n0 G :
  (forall P q, In (P, q) pairs -> 2 <= q <= P /\ P <= M) -> 2 <= M ->
  2 <= c -> 1 <= n0 -> c <= M * n0 ->
  is_grundy (between_floors pairs) G ->
  (forall n, n0 <= n -> n < M * n0 -> G n = G (n / c)) ->
  forall n, n0 <= n -> G n = G (n / c).
Proof.
  intros HD HM Hc Hn0 Hcn HG W n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
  destruct (N.lt_ge_cases n (M * n0)) as [A | A]; [auto |].
  assert (1 <= n / c) by (apply N.div_le_lower_bound; lia).
  assert (1 <= n) by nia.
  assert (X : forall P q, In (P, q) pairs ->
            n0 <= n / P /\ n / q < n /\ n / c / P = n / P / c /\ n / c / q = n / q / c /\ 1 <= q).
  { intros P q I. destruct (HD P q I) as [Hq HP]. repeat split; [ | | | | lia].
    - apply N.div_le_lower_bound; [lia |]. nia.
    - apply N.div_lt; lia.
    - rewrite !N.div_div by lia. f_equal. lia.
    - rewrite !N.div_div by lia. f_equal. lia. }
  apply (same_values _ _ _ _ HG); intros v H'; apply value_between in H' as (P & q & m & I & B & ->);
    auto; apply value_between; auto; destruct (X P q I) as (Low & High & CP & Cq & Q);
    destruct (HD P q I) as [Hq HP]; unfold between in *.
  - exists P, q, (m / c). split; auto. rewrite CP, Cq. split; [| apply IH; lia].
    assert (n / P / c <= m / c) by (apply N.div_le_mono; lia).
    assert (m / c <= n / q / c) by (apply N.div_le_mono; lia). lia.
  - rewrite CP, Cq in B.
    assert (E : N.max (n / P) (c * m) / c = m).
    { apply N.le_antisymm.
      - apply N.max_case_strong; intro; [lia |]. rewrite N.mul_comm, N.div_mul; lia.
      - apply N.div_le_lower_bound; lia. }
    assert (T : N.max (n / P) (c * m) <= n / q).
    { apply N.max_lub.
      - apply N.div_le_compat_l. lia.
      - pose proof (N.mul_div_le (n / q) c). nia. }
    exists P, q, (N.max (n / P) (c * m)). split; auto. split; [lia |].
    rewrite <- E at 1. symmetry. apply IH; lia.
Qed.

Definition check_between (pairs : list (N * N)) (M c n0 : N) : bool :=
  let n1 := N.max n0 ((c + M - 1) / M) in
  forallb (fun d : N * N => (2 <=? snd d) && (snd d <=? fst d) && (fst d <=? M)) pairs &&
  (2 <=? M) && (2 <=? c) && (1 <=? n0) && (c <=? M * n1) &&
  let T := table (step_of (between_floors pairs)) (M * n1) in
  all_from n0 (M * n1 - n0) (fun n => look T n =? look T (n / c)).

Theorem between_law pairs M c n0 :
  check_between pairs M c n0 = true ->
  forall G, is_grundy (between_floors pairs) G -> forall n, n0 <= n -> G n = G (n / c).
Proof.
  unfold check_between. set (n1 := N.max n0 _). intros C G HG.
  repeat (apply andb_prop in C as [C ?]). rename H into T. rename C into A.
  repeat match goal with H : (_ <=? _) = true |- _ => apply N.leb_le in H end.
  assert (HD : forall P q, In (P, q) pairs -> 2 <= q <= P /\ P <= M).
  { intros P q I. rewrite forallb_forall in A. apply A in I. cbn [fst snd] in I.
    apply andb_prop in I as [I J]. apply andb_prop in I as [I K].
    apply N.leb_le in I, J, K. lia. }
  assert (wf : well_founded (between_floors pairs)).
  { apply between_wf. intros P q I. now destruct (HD P q I). }
  pose proof (quotients_law (between_floors pairs) G c n0 (M * n1) wf HG ltac:(lia) T) as W.
  intros n L. destruct (N.lt_ge_cases n (M * n1)) as [U | U]; [auto |].
  assert (n0 <= n1) by (unfold n1; lia).
  apply (interval_of_floors pairs M c n1); auto; try lia; [| nia].
  intros m Lm Um. apply W; auto; lia.
Qed.

Lemma between_exists pairs :
  forallb (fun d : N * N => 2 <=? snd d) pairs = true ->
  is_grundy (between_floors pairs) (grundy (between_floors pairs)).
Proof.
  intro H. apply grundy_exists, between_wf. intros P q I. rewrite forallb_forall in H.
  now apply N.leb_le, (H (P, q)).
Qed.
