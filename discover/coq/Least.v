(** That a period and a preperiod are least (discover/heaps/patterns/periodic.py).

    A law G(n + p) = G(n) + s from n0 on, with two more facts about first values: G(n0 - 1 + p) is not
    G(n0 - 1) + s, and no proper divisor d of p satisfies p*G(n + d) = p*G(n) + d*s for all n of one
    period. Then every law G(n + q) = G(n) + t from m on has n0 <= m, and p divides q. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Mexplore Require Import Grundy Evaluate.
Import ListNotations.
Local Open Scope N_scope.

Definition steps_from (G : N -> N) (m q t : N) : Prop := forall n, m <= n -> G (n + q) = G n + t.

(** p is the least period, and n0 the least preperiod: all others are a multiple, and later. *)
Definition least_steps (G : N -> N) (n0 p : N) : Prop :=
  forall m q t, 1 <= q -> steps_from G m q t -> n0 <= m /\ (p | q).

Lemma many_steps G m q t k : steps_from G m q t -> steps_from G m (k * q) (k * t).
Proof.
  intros H. induction k as [| k IH] using N.peano_ind; intros n L.
  - now rewrite !N.mul_0_l, !N.add_0_r.
  - rewrite !N.mul_succ_l. replace (n + (k * q + q)) with (n + k * q + q) by lia.
    rewrite (H (n + k * q)) by lia. rewrite IH by auto. lia.
Qed.

Section Least.
  Variable G : N -> N.
  Variables n0 p s : N.
  Hypothesis Hp : 1 <= p.
  Hypothesis law : steps_from G n0 p s.

  (** A law that holds from some number on holds from n0 on. *)
  Lemma from_the_preperiod m q t : steps_from G m q t -> steps_from G n0 q t.
  Proof.
    intros H n L. pose proof (many_steps _ _ _ _ m law) as P.
    assert (A : m <= n + m * p) by nia. specialize (H _ A).
    replace (n + m * p + q) with (n + q + m * p) in H by lia.
    rewrite !P in H by lia. lia.
  Qed.

  (** What two laws have in common. *)
  Lemma of_the_gcd q t :
    1 <= q -> steps_from G n0 q t ->
    exists u, steps_from G n0 (N.gcd q p) u /\ p * u = N.gcd q p * s.
  Proof.
    intros Hq H. destruct (N.gcd_bezout_pos q p) as (a & b & E); [lia |].
    set (g := N.gcd q p) in *.
    pose proof (many_steps _ _ _ _ a H) as A. pose proof (many_steps _ _ _ _ b law) as B.
    (* a q = g + b p, so that G(n + g) + b s = G(n) + a t *)
    assert (S : forall n, n0 <= n -> G (n + g) + b * s = G n + a * t).
    { intros n L. rewrite <- B by lia. rewrite <- A by lia. f_equal. lia. }
    assert (T : p * (a * t) = p * (b * s) + g * s).
    { pose proof (many_steps _ _ _ _ p A n0 (N.le_refl _)) as X.
      pose proof (many_steps _ _ _ _ (a * q) law n0 (N.le_refl _)) as Y.
      replace (p * (a * q)) with (a * q * p) in X by lia. rewrite X in Y. nia. }
    assert (C : b * s <= a * t) by nia.
    exists (a * t - b * s). split; [| nia]. intros n L. specialize (S n L). lia.
  Qed.

  Hypothesis late : n0 = 0 \/ G (n0 - 1 + p) <> G (n0 - 1) + s.
  Hypothesis short : forall d, d < p -> (d | p) -> exists n, n0 <= n /\ p * G (n + d) <> p * G n + d * s.

  Theorem steps_are_least : least_steps G n0 p.
  Proof.
    intros m q t Hq H. pose proof (from_the_preperiod _ _ _ H) as H'.
    destruct (of_the_gcd q t Hq H') as (u & U & E).
    pose proof (N.gcd_divide_r q p) as D. pose proof (N.gcd_divide_l q p) as Dq.
    set (g := N.gcd q p) in *.
    assert (Lg : g <= p) by (apply N.divide_pos_le; [lia | exact D]).
    destruct (N.eq_dec g p) as [Eg | Ng].
    - rewrite Eg in *. split; [| exact Dq].
      destruct late as [-> | Late]; [apply N.le_0_l |].
      destruct (N.le_gt_cases n0 m) as [? | L]; auto. exfalso. apply Late.
      destruct Dq as [c Dq]. assert (Hc : 1 <= c) by (destruct c; lia).
      pose proof (H (n0 - 1) ltac:(lia)) as X. pose proof (H' n0 (N.le_refl _)) as Y.
      pose proof (many_steps _ _ _ _ c law n0 (N.le_refl _)) as Z. rewrite <- Dq, Y in Z.
      assert (t = c * s) by lia. subst t.
      pose proof (many_steps _ _ _ _ (c - 1) law (n0 - 1 + p) ltac:(lia)) as W.
      replace (n0 - 1 + p + (c - 1) * p) with (n0 - 1 + q) in W by nia. rewrite X in W. nia.
    - exfalso. destruct (short g ltac:(lia) D) as (n & L & X). apply X. rewrite (U n L). nia.
  Qed.
End Least.

(** * Checked by first values *)

Definition divisors (p : N) : list N := filter (fun d => p mod d =? 0) (upto (N.to_nat (p - 1)) 1).

(** All values below n0 + 2p are computed, and it is seen that there all options are smaller. *)
Definition falls (options : rule) (n : N) : bool :=
  forallb (forallb (fun h => h <? n)) (options n).

Definition check_least (options : rule) (n0 p s : N) : bool :=
  let B := n0 + 2 * p in
  let T := table (step_of options) B in
  (1 <=? p) && all_from 0 B (falls options) &&
  ((n0 =? 0) || negb (look T (n0 - 1 + p) =? look T (n0 - 1) + s)) &&
  forallb (fun d => existsb (fun n => negb (p * look T (n + d) =? p * look T n + d * s))
                            (upto (N.to_nat p) n0)) (divisors p).

Lemma table_below options G B :
  is_grundy options G -> (forall n, n < B -> falls options n = true) ->
  forall n, n < B -> look (table (step_of options) B) n = G n.
Proof.
  intros H F n L. set (small := fun n => if n <? B then options n else []).
  assert (wf : well_founded small).
  { intros k o h Io Ih. unfold small in Io. destruct (N.ltb_spec k B) as [Lk | _]; [| easy].
    specialize (F k Lk). unfold falls in F. rewrite forallb_forall in F. specialize (F o Io).
    rewrite forallb_forall in F. now apply N.ltb_lt, F. }
  set (V := grundy small). pose proof (grundy_exists small wf) as HV. fold V in HV.
  assert (E : forall n, n < B -> V n = G n).
  { intro k. induction k as [k IH] using (well_founded_induction N.lt_wf_0). intro Lk.
    rewrite (HV k), (H k). unfold small. rewrite (proj2 (N.ltb_lt _ _) Lk). f_equal.
    apply map_ext_in. intros o Io. f_equal. apply map_ext_in. intros h Ih.
    assert (Lh : h < k).
    { specialize (F k Lk). unfold falls in F. rewrite forallb_forall in F. specialize (F o Io).
      rewrite forallb_forall in F. now apply N.ltb_lt, F. }
    apply IH; [exact Lh | lia]. }
  assert (C : forall k, k <= B -> let s := N.iter k (extend (step_of options)) (0, PositiveMap.empty N) in
              fst s = k /\ forall m, m < k -> look (snd s) m = G m).
  { intro k. induction k as [| k IH] using N.peano_ind; intro Lk.
    - split; [reflexivity | lia].
    - rewrite N.iter_succ. destruct (N.iter k _ _) as [j T]. cbn [fst snd] in IH.
      destruct IH as [-> IH]; [lia |]. cbn [extend fst snd]. split; auto. intros m Lm.
      destruct (N.eq_dec m k) as [-> | D].
      + rewrite look_store_same, <- E by lia.
        transitivity (step_of small (look T) k).
        * unfold step_of, small. now rewrite (proj2 (N.ltb_lt k B) ltac:(lia)).
        * apply step_of_correct; auto. intros m L'. rewrite E by lia. now apply IH.
      + rewrite look_store_other by auto. apply IH. lia. }
  apply (C B (N.le_refl _)). exact L.
Qed.

Theorem least_by_values options n0 p s :
  check_least options n0 p s = true ->
  forall G, is_grundy options G -> steps_from G n0 p s -> least_steps G n0 p.
Proof.
  unfold check_least. intros C G HG L.
  set (T := table (step_of options) (n0 + 2 * p)) in *.
  apply andb_prop in C as [C Short]. apply andb_prop in C as [Hp Late].
  apply andb_prop in Hp as [Hp Falls].
  apply N.leb_le in Hp. rewrite forallb_forall in Short.
  assert (V : forall n, n < n0 + 2 * p -> look T n = G n).
  { apply table_below; auto. intros n Ln. apply (all_from_spec _ _ _ Falls); lia. }
  apply (steps_are_least G n0 p s); auto.
  - apply orb_prop in Late as [Z | Late]; [left; now apply N.eqb_eq |].
    destruct (N.eq_dec n0 0) as [-> | Z]; [now left | right].
    apply negb_true_iff, N.eqb_neq in Late. rewrite !V in Late by lia. exact Late.
  - intros d Ld D.
    assert (Zd : d <> 0) by (intros ->; destruct D as [c D]; lia).
    assert (I : In d (divisors p)).
    { apply filter_In. split; [apply In_upto; lia |]. apply N.eqb_eq, N.mod_divide; auto. }
    apply Short, existsb_exists in I as (n & I & X). apply In_upto in I.
    apply negb_true_iff, N.eqb_neq in X. rewrite !V in X by lia. exists n. split; [lia | exact X].
Qed.
