(** Subtraction sets that hold a multiple of every number: no period, ever
    (discover/heaps/theorems/never_periodic.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Sets.
Import ListNotations.
Local Open Scope N_scope.

(** Any move of one of several rules. *)
Definition any_of (rules : list rule) : rule := fun n => flat_map (fun r => r n) rules.

Lemma In_any_of rules n o : In o (any_of rules n) <-> exists r, In r rules /\ In o (r n).
Proof. unfold any_of. now rewrite in_flat_map. Qed.

Lemma any_of_exists rules :
  Forall well_founded rules -> is_grundy (any_of rules) (grundy (any_of rules)).
Proof.
  intro W. apply grundy_exists. intros n o h I J. apply In_any_of in I as (r & R & I).
  rewrite Forall_forall in W. now apply (W r R n o h).
Qed.

(** If a rule lets s tokens be removed from every n >= s, for s in a set S, perhaps with other moves,
    and S holds for every p >= 1 a multiple of p, there are no p >= 1 and n0 with G(n + p) = G(n)
    for all n >= n0. Proof: let s = j*p be in S; applying the period j times, G(n) = G(n - s), but
    n - s is an option of n. *)
Theorem never_periodic sets game :
  existsb meets_every_modulus sets = true ->
  (forall n o, In o (subtract_from sets n) -> In o (game n)) ->
  forall G, is_grundy game G -> ~ exists p n0, 1 <= p /\ forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intros H Moves G HG (p & n0 & P & L). apply existsb_exists in H as (x & I & H).
  destruct (multiple_of_every x p H P) as (s & S & (j & ->) & M).
  assert (Up : forall i, G (n0 + i * p) = G n0).
  { intro i. induction i as [| i IH] using N.peano_ind; [f_equal; lia |].
    replace (n0 + N.succ i * p) with (n0 + i * p + p) by lia. rewrite L by lia. exact IH. }
  destruct (grundy_is_mex _ _ HG (n0 + j * p)) as [A _]. apply A. exists [n0]. split.
  - apply Moves, In_subtract_from. exists (j * p). split; [lia |]. split; [| f_equal; lia].
    apply existsb_exists. now exists x.
  - rewrite Up. cbn. now rewrite N.lxor_0_r.
Qed.

Theorem never_periodic_law sets :
  existsb meets_every_modulus sets = true ->
  forall G, is_grundy (subtract_from sets) G ->
  ~ exists p n0, 1 <= p /\ forall n, n0 <= n -> G (n + p) = G n.
Proof. intro H. now apply never_periodic with (sets := sets). Qed.

Theorem never_periodic_with sets others :
  existsb meets_every_modulus sets = true ->
  forall G, is_grundy (any_of (subtract_from sets :: others)) G ->
  ~ exists p n0, 1 <= p /\ forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intro H. apply never_periodic with (sets := sets); auto.
  intros n o I. apply In_any_of. exists (subtract_from sets). split; auto. now left.
Qed.
