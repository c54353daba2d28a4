(** Facts about xor: the moves of Nim (discover/boards/theorems/sum_of_heaps.py). *)
From Coq Require Import NArith Lia Bool.
Local Open Scope N_scope.

Lemma shiftr_log2 d : d <> 0 -> N.shiftr d (N.log2 d) = 1.
Proof.
  intro D. rewrite N.shiftr_div_pow2. symmetry.
  destruct (N.log2_spec d) as [A B]; [lia |]. rewrite N.pow_succ_r' in B.
  apply N.div_unique with (r := d - 2 ^ N.log2 d); lia.
Qed.

Lemma lxor_less a d : d <> 0 -> N.testbit a (N.log2 d) = true -> N.lxor a d < a.
Proof.
  intros D T. destruct (N.lt_ge_cases (N.lxor a d) a) as [L | L]; auto. exfalso.
  set (e := N.log2 d) in *.
  assert (P : 2 ^ e <> 0) by (apply N.pow_nonzero; lia).
  apply (N.div_le_mono _ _ (2 ^ e) P) in L. rewrite <- !N.shiftr_div_pow2 in L.
  rewrite N.shiftr_lxor in L. unfold e at 3 in L. rewrite shiftr_log2 in L by auto.
  assert (O : N.testbit (N.shiftr a e) 0 = true) by now rewrite N.shiftr_spec', N.add_0_l.
  destruct (N.shiftr a e) as [| [q | q |]]; cbn in O, L; try discriminate; lia.
Qed.

Lemma less_bit x y : x < y -> N.testbit y (N.log2 (N.lxor x y)) = true.
Proof.
  intro L. set (d := N.lxor x y).
  assert (D : d <> 0) by (intro E; apply N.lxor_eq in E; lia).
  destruct (N.testbit y (N.log2 d)) eqn:T; auto.
  assert (B : N.testbit x (N.log2 d) = true).
  { assert (S : N.testbit d (N.log2 d) = true) by now apply N.bit_log2.
    unfold d in S at 1. now rewrite N.lxor_spec, T, xorb_false_r in S. }
  apply lxor_less in B; auto. unfold d in B.
  rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in B. lia.
Qed.

(** Whoever is below a xor b is reached by lowering one of them. *)
Lemma xor_below x a b : x < N.lxor a b -> N.lxor x b < a \/ N.lxor x a < b.
Proof.
  intro L. set (d := N.lxor x (N.lxor a b)).
  assert (D : d <> 0) by (intro E; apply N.lxor_eq in E; lia).
  apply less_bit in L. fold d in L. rewrite N.lxor_spec in L.
  assert (Ea : N.lxor a d = N.lxor x b).
  { unfold d. apply N.bits_inj. intro i. rewrite !N.lxor_spec.
    now destruct (N.testbit a i), (N.testbit x i), (N.testbit b i). }
  assert (Eb : N.lxor b d = N.lxor x a).
  { unfold d. apply N.bits_inj. intro i. rewrite !N.lxor_spec.
    now destruct (N.testbit a i), (N.testbit x i), (N.testbit b i). }
  destruct (N.testbit a (N.log2 d)) eqn:T.
  - left. rewrite <- Ea. now apply lxor_less.
  - right. rewrite xorb_false_l in L. rewrite <- Eb. now apply lxor_less.
Qed.
