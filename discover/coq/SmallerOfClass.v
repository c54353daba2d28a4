(** All smaller heaps of the residue class, and a few others
    (discover/heaps/theorems/smaller_of_class.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate NumberMoves.
Import ListNotations.
Local Open Scope N_scope.

(** From n < first the heaps that are listed for n; from n >= first all m = n (mod p) with
    least <= m < n, and the others, where least and others are those of the class n mod p. *)
Definition left_in_class (p first : N) (small : list (list N)) (classes : list (N * list N)) (n : N) : list N :=
  if n <? first then filter (fun m => m <? n) (nth (N.to_nat n) small [])
  else let (least, others) := nth (N.to_nat (n mod p)) classes (0, []) in
       filter (fun m => (m mod p =? n mod p) && (least <=? m)) (upto (N.to_nat n) 0) ++
       filter (fun m => m <? first) others.

Definition smaller_of_class p first small classes : rule := leaves (left_in_class p first small classes).

Section Law.
  Variables (p first : N) (small : list (list N)) (classes : list (N * list N)).
  Let least n := fst (nth (N.to_nat (n mod p)) classes (0, [])).
  Let others n := snd (nth (N.to_nat (n mod p)) classes (0, [])).

  Lemma In_class n m :
    first <= n -> In m (left_in_class p first small classes n) <->
    (m < n /\ m mod p = n mod p /\ least n <= m) \/ (m < first /\ In m (others n)).
  Proof.
    intro L. unfold left_in_class, least, others. destruct (N.ltb_spec n first); [lia |].
    destruct (nth (N.to_nat (n mod p)) classes (0, [])) as [l o]. cbn [fst snd].
    rewrite in_app_iff, !filter_In, In_upto, andb_true_iff, N.eqb_eq, N.leb_le, N.ltb_lt.
    split; (intros [A | A]; [left | right]); intuition lia.
  Qed.

  Lemma class_falls : falls (left_in_class p first small classes).
  Proof.
    intros n m I. destruct (N.lt_ge_cases n first) as [L | L].
    - unfold left_in_class in I. apply N.ltb_lt in L. rewrite L in I. apply filter_In in I as [_ I].
      now apply N.ltb_lt in I.
    - apply In_class in I; auto. destruct I as [I | I]; lia.
  Qed.

  Variable G : N -> N.
  Hypothesis P : 1 <= p.
  Hypothesis Low : forall c, In c classes -> fst c <= first.
  Hypothesis HG : is_grundy (smaller_of_class p first small classes) G.

  Lemma class_mex n : is_mex (fun v => exists m, In m (left_in_class p first small classes n) /\ v = G m) (G n).
  Proof. apply (is_mex_same _ _ _ (fun v => value_leaves _ G n v)), (grundy_is_mex _ _ HG n). Qed.

  Lemma at_most n : G n <= n.
  Proof.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (class_mex n) as [_ B]. destruct (N.le_gt_cases (G n) n) as [| L]; auto. exfalso.
    destruct (B n L) as (m & I & E). apply class_falls in I. specialize (IH m I). lia.
  Qed.

  Lemma same_class n : least (n + p) = least n /\ others (n + p) = others n /\ (n + p) mod p = n mod p.
  Proof.
    assert (E : (n + p) mod p = n mod p).
    { replace (n + p) with (n + 1 * p) by lia. apply N.mod_add. lia. }
    unfold least, others. now rewrite E.
  Qed.

  Lemma least_low n : least n <= first.
  Proof.
    unfold least. destruct (nth_in_or_default (N.to_nat (n mod p)) classes (0, [])) as [I | ->]; [now apply Low |].
    cbn. lia.
  Qed.

  (** The options of n and n itself are options of n + p. *)
  Lemma more_options n m : first <= n -> In m (left_in_class p first small classes n) \/ m = n -> In m (left_in_class p first small classes (n + p)).
  Proof.
    intros L I. apply In_class; [lia |]. destruct (same_class n) as (-> & -> & ->).
    destruct I as [I | ->].
    - apply In_class in I; auto. destruct I as [I | I]; [left | right]; intuition lia.
    - left. pose proof (least_low n). intuition lia.
  Qed.

  Lemma value_grows n : first <= n -> G n < G (n + p).
  Proof.
    intro L. destruct (class_mex n) as [_ B], (class_mex (n + p)) as [A' _].
    destruct (N.lt_trichotomy (G n) (G (n + p))) as [| [E | E]]; auto; exfalso; apply A'.
    - exists n. split; auto. apply more_options; auto.
    - destruct (B _ E) as (m & I & F). exists m. split; auto. apply more_options; auto.
  Qed.

  Lemma steps_grow n i : first <= n -> G n + i <= G (n + i * p).
  Proof.
    intro L. induction i as [| i IH] using N.peano_ind; [rewrite N.mul_0_l, !N.add_0_r; lia |].
    replace (n + N.succ i * p) with (n + i * p + p) by lia. pose proof (value_grows (n + i * p) ltac:(lia)). lia.
  Qed.

  (** m = n (mod p), m <= n: a number of steps. *)
  Lemma by_steps m n : m <= n -> m mod p = n mod p -> exists i, n = m + i * p.
  Proof.
    intros L E. exists (n / p - m / p). pose proof (N.div_mod' m p). pose proof (N.div_mod' n p).
    rewrite E in *. assert (m / p <= n / p) by (apply N.div_le_mono; lia). nia.
  Qed.

  Lemma large n : first + p * first <= n -> first <= G n.
  Proof.
    intro L. set (i := (n - first) / p). set (r := (n - first) mod p).
    assert (E : n = first + r + i * p) by (pose proof (N.div_mod' (n - first) p); unfold i, r; lia).
    assert (first <= i) by (apply N.div_le_lower_bound; lia).
    pose proof (steps_grow (first + r) i ltac:(lia)) as S. rewrite <- E in S. lia.
  Qed.

  Theorem class_law n : first + p * first <= n -> G (n + p) = G n + 1.
  Proof.
    intro L. assert (NG := large n L). assert (Ln : first <= n) by lia.
    apply (is_mex_unique _ (fun v => exists m, In m (left_in_class p first small classes (n + p)) /\ v = G m)
             _ _ (class_mex (n + p))); [| tauto].
    split.
    - intros (m & I & E). apply In_class in I; [| lia]. destruct (same_class n) as (_ & _ & X). rewrite X in I.
      pose proof (at_most m). destruct I as [(A & B & _) | (A & _)]; [| lia].
      destruct (N.lt_ge_cases m first) as [C | C]; [lia |].
      destruct (N.le_gt_cases m n) as [D | D].
      + destruct (by_steps m n D B) as [i ->]. pose proof (steps_grow m i C). lia.
      + destruct (by_steps n m ltac:(lia) ltac:(auto)) as [i ->]. destruct (N.eq_dec i 0) as [-> |]; nia.
    - intros u U. destruct (N.eq_dec u (G n)) as [-> | D].
      + exists n. split; auto. apply more_options; auto.
      + destruct (class_mex n) as [_ B]. destruct (B u ltac:(lia)) as (m & I & ->). exists m. split; auto.
        apply more_options; auto.
  Qed.
End Law.

Definition check_class p first small classes n0 : bool :=
  let B := first + p * first + p in
  let T := table (step_of (smaller_of_class p first small classes)) B in
  (1 <=? p) && forallb (fun c => fst c <=? first) classes &&
  all_from n0 (first + p * first - n0) (fun n => look T (n + p) =? look T n + 1).

Theorem smaller_of_class_law p first small classes n0 :
  check_class p first small classes n0 = true ->
  forall G, is_grundy (smaller_of_class p first small classes) G -> forall n, n0 <= n -> G (n + p) = G n + 1.
Proof.
  unfold check_class. set (T := table _ _). rewrite !andb_true_iff, N.leb_le, forallb_forall.
  intros [[P Low] V] G HG n L.
  assert (Low' : forall c, In c classes -> fst c <= first) by (intros c I; apply N.leb_le, Low, I).
  destruct (N.lt_ge_cases n (first + p * first)) as [U | U].
  - apply all_from_spec with (m := n) in V; [| lia | lia]. apply N.eqb_eq in V. unfold T in V.
    assert (W : well_founded (smaller_of_class p first small classes)) by now apply leaves_wf, class_falls.
    rewrite !(table_correct _ G) in V by (try lia; now apply step_of_correct). exact V.
  - now apply (class_law p first small classes G P Low' HG).
Qed.

Lemma smaller_of_class_exists p first small classes :
  is_grundy (smaller_of_class p first small classes) (grundy (smaller_of_class p first small classes)).
Proof. apply leaves_exists, class_falls. Qed.
