(** Division games, floor and ceil, and the theorem that floors commute
    (discover/heaps/theorems/floors_commute.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate.
Import ListNotations.
Local Open Scope N_scope.

(** From n >= 1 to floor(n/d), d in [D]. *)
Definition divide (D : list N) : rule :=
  fun n => if n =? 0 then [] else map (fun d => [n / d]) D.

Lemma divide_wf D : (forall d, In d D -> 2 <= d) -> well_founded (divide D).
Proof.
  intros H n o h I J. unfold divide in I. destruct (N.eqb_spec n 0) as [-> | Z]; [easy |].
  apply in_map_iff in I as (d & <- & I). destruct J as [<- | []]. apply H in I.
  apply N.div_lt; lia.
Qed.

Lemma value_divide D G n v :
  1 <= n -> value_of (divide D) G n v <-> exists d, In d D /\ v = G (n / d).
Proof.
  intro P. unfold value_of, divide. destruct (N.eqb_spec n 0) as [-> | Z]; [lia |]. split.
  - intros (o & I & ->). apply in_map_iff in I as (d & <- & I). exists d. split; auto.
    apply N.lxor_0_r.
  - intros (d & I & ->). exists [n / d]. split.
    + apply in_map_iff. now exists d.
    + symmetry. apply N.lxor_0_r.
Qed.

(** Let D be a finite set of divisors d >= 2, at most M each, and let the options of n >= 1 be
    floor(n/d), d in D, while 0 is terminal. Let c be an integer, n0 >= 1 and M*n0 >= c. If G(n) =
    G(floor(n/c)) for n0 <= n < M*n0, then for all n >= n0. Proof: floor(floor(n/d)/c) and
    floor(floor(n/c)/d) are both floor(n/(c*d)). *)
Theorem floors_commute D M G c n0 :
  (forall d, In d D -> 2 <= d <= M) -> 1 <= M ->
  1 <= c -> 1 <= n0 -> c <= M * n0 ->
  is_grundy (divide D) G ->
  (forall n, n0 <= n -> n < M * n0 -> G n = G (n / c)) ->
  forall n, n0 <= n -> G n = G (n / c).
Proof.
  intros HD HM Hc Hn0 Hcn HG W n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
  destruct (N.lt_ge_cases n (M * n0)) as [A | A]; [auto |].
  assert (E : forall d, In d D -> G (n / d) = G (n / c / d)).
  { intros d I. specialize (HD d I).
    rewrite N.div_div, (N.mul_comm c d), <- N.div_div by lia.
    apply IH; [apply N.div_lt; lia |].
    apply N.div_le_lower_bound; [lia |]. nia. }
  assert (1 <= n / c) by (apply N.div_le_lower_bound; lia).
  assert (1 <= n) by nia.
  apply (same_values _ _ _ _ HG); intros v H'; apply value_divide in H' as (d & I & ->); auto;
    apply value_divide; auto; exists d; split; auto. symmetry. auto.
Qed.

(** A claim that starts at n0 is checked below M * max(n0, ceil(c/M)), as mexplore does. *)
Definition check_divide (D : list N) (M c n0 : N) : bool :=
  let n1 := N.max n0 ((c + M - 1) / M) in
  forallb (fun d => (2 <=? d) && (d <=? M)) D && (1 <=? M) && (1 <=? c) && (1 <=? n0) &&
  (c <=? M * n1) &&
  let T := table (step_of (divide D)) (M * n1) in
  all_from n0 (M * n1 - n0) (fun n => look T n =? look T (n / c)).

Theorem divide_law D M c n0 :
  check_divide D M c n0 = true ->
  forall G, is_grundy (divide D) G -> forall n, n0 <= n -> G n = G (n / c).
Proof.
  unfold check_divide. set (n1 := N.max n0 _). intros C G HG.
  repeat (apply andb_prop in C as [C ?]). rename H into T. rename C into A.
  repeat match goal with H : (_ <=? _) = true |- _ => apply N.leb_le in H end.
  assert (HD : forall d, In d D -> 2 <= d <= M).
  { intros d I. rewrite forallb_forall in A. apply A, andb_prop in I as [I J].
    apply N.leb_le in I, J. lia. }
  assert (wf : well_founded (divide D)) by (apply divide_wf; intros d I; apply HD, I).
  pose proof (quotients_law (divide D) G c n0 (M * n1) wf HG ltac:(lia) T) as W.
  intros n L. destruct (N.lt_ge_cases n (M * n1)) as [U | U]; [auto |].
  assert (n0 <= n1) by (unfold n1; lia).
  apply (floors_commute D M G c n1); auto; try lia; [| nia].
  intros m Lm Um. apply W; auto; lia.
Qed.

Lemma divide_wf_by D : forallb (N.leb 2) D = true -> well_founded (divide D).
Proof. rewrite forallb_forall. intro H. apply divide_wf. intros d I. now apply N.leb_le, H. Qed.

Lemma divide_exists D :
  forallb (N.leb 2) D = true -> is_grundy (divide D) (grundy (divide D)).
Proof. intro H. now apply grundy_exists, divide_wf_by. Qed.

(** * Quotients rounded up *)

(** From n >= 2 to ceil(n/d), d in [D]: each is less than n. *)
Definition divide_up (D : list N) : rule :=
  fun n => if n <=? 1 then [] else map (fun d => [(n + d - 1) / d]) D.

Lemma up_is_down n d : 1 <= n -> 2 <= d -> (n + d - 1) / d = (n - 1) / d + 1.
Proof.
  intros A B. replace (n + d - 1) with (n - 1 + 1 * d) by lia. now rewrite N.div_add by lia.
Qed.

Lemma divide_up_wf D : (forall d, In d D -> 2 <= d) -> well_founded (divide_up D).
Proof.
  intros H n o h I J. unfold divide_up in I. destruct (N.leb_spec n 1) as [Z | Z]; [easy |].
  apply in_map_iff in I as (d & <- & I). destruct J as [<- | []]. apply H in I.
  rewrite up_is_down by lia. assert ((n - 1) / d < n - 1) by (apply N.div_lt; lia). lia.
Qed.

Lemma value_divide_up D G n v :
  2 <= n -> value_of (divide_up D) G n v <-> exists d, In d D /\ v = G ((n + d - 1) / d).
Proof.
  intro P. unfold value_of, divide_up. destruct (N.leb_spec n 1) as [Z | Z]; [lia |]. split.
  - intros (o & I & ->). apply in_map_iff in I as (d & <- & I). exists d. split; auto.
    apply N.lxor_0_r.
  - intros (d & I & ->). exists [(n + d - 1) / d]. split.
    + apply in_map_iff. now exists d.
    + symmetry. apply N.lxor_0_r.
Qed.

(** ceil(n/d) - 1 = floor((n - 1)/d): the value of n + 1 is that of n with quotients rounded
    down. *)
Theorem up_after_down D G H :
  (forall d, In d D -> 2 <= d) -> is_grundy (divide_up D) G -> is_grundy (divide D) H ->
  forall n, G (n + 1) = H n.
Proof.
  intros HD HG HH n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  destruct (N.eq_dec n 0) as [-> | Z].
  - rewrite (HG (0 + 1)), (HH 0). reflexivity.
  - apply (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG (n + 1)) (grundy_is_mex _ _ HH n)).
    intro v. rewrite value_divide_up, value_divide by lia.
    assert (E : forall d, In d D -> G ((n + 1 + d - 1) / d) = H (n / d)).
    { intros d I. specialize (HD d I). rewrite up_is_down by lia.
      replace (n + 1 - 1) with n by lia. apply IH, N.div_lt; lia. }
    split; intros (d & I & ->); exists d; split; auto. symmetry. auto.
Qed.

(** A claim that starts at n0 is one about the game of floors that starts at n0 - 1. *)
Theorem divide_up_law D M c n0 :
  ((2 <=? n0) && check_divide D M c (n0 - 1)) = true ->
  forall G, is_grundy (divide_up D) G -> forall n, n0 <= n -> G n = G ((n + c - 1) / c).
Proof.
  intros C G HG n L. apply andb_prop in C as [Hn0 C]. apply N.leb_le in Hn0.
  assert (A := C). unfold check_divide in A. repeat (apply andb_prop in A as [A ?]).
  assert (HD : forall d, In d D -> 2 <= d).
  { intros d I. rewrite forallb_forall in A. apply A, andb_prop in I as [I _].
    now apply N.leb_le. }
  assert (Hc : 1 <= c) by now apply N.leb_le.
  set (H' := grundy (divide D)).
  assert (HH : is_grundy (divide D) H') by now apply grundy_exists, divide_wf.
  pose proof (divide_law D M c (n0 - 1) C H' HH (n - 1)) as E.
  pose proof (up_after_down D G H' HD HG HH) as U.
  replace (G n) with (H' (n - 1)) by (rewrite <- U; f_equal; lia). rewrite E by lia.
  rewrite <- U. f_equal.
  replace (n + c - 1) with (n - 1 + 1 * c) by lia. now rewrite N.div_add by lia.
Qed.

Lemma divide_up_wf_by D : forallb (N.leb 2) D = true -> well_founded (divide_up D).
Proof. rewrite forallb_forall. intro H. apply divide_up_wf. intros d I. now apply N.leb_le, H. Qed.

Lemma divide_up_exists D :
  forallb (N.leb 2) D = true -> is_grundy (divide_up D) (grundy (divide_up D)).
Proof. intro H. now apply grundy_exists, divide_up_wf_by. Qed.
