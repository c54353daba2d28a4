(** Subtraction sets that hold a multiple of every number: no period, ever
    (discover/heaps/theorems/never_periodic.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Sets.
Import ListNotations.
Local Open Scope N_scope.

(** A position never has the value of its option. *)
Lemma never_that_of_an_option sets G s n :
  is_grundy (subtract_from sets) G -> mem sets s = true -> 1 <= s -> G (n + s) <> G n.
Proof.
  intros HG M L E. destruct (grundy_is_mex _ _ HG (n + s)) as [A _]. apply A.
  apply value_subtract_from. exists s. repeat split; auto; [lia |].
  replace (n + s - s) with n by lia. exact E.
Qed.

(** If S holds for every p >= 1 a multiple of p, there are no p >= 1 and n0 with G(n + p) = G(n)
    for all n >= n0. Proof: let s = j*p be in S; applying the period j times, G(n) = G(n - s), but
    n - s is an option of n. *)
Theorem never_periodic_law sets :
  existsb meets_every_modulus sets = true ->
  forall G, is_grundy (subtract_from sets) G ->
  ~ exists p n0, 1 <= p /\ forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intros H G HG (p & n0 & P & L). apply existsb_exists in H as (x & I & H).
  destruct (multiple_of_every x p H P) as (s & S & (j & ->) & M).
  assert (Up : forall i, G (n0 + i * p) = G n0).
  { intro i. induction i as [| i IH] using N.peano_ind; [f_equal; lia |].
    replace (n0 + N.succ i * p) with (n0 + i * p + p) by lia. rewrite L by lia. exact IH. }
  apply (never_that_of_an_option sets G (j * p) n0 HG); auto.
  apply existsb_exists. now exists x.
Qed.
