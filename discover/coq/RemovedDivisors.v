(** Removing a divisor of the heap's size: the exponent of 2
    (discover/heaps/theorems/removed_divisors.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy NumberMoves.
Import ListNotations.
Local Open Scope N_scope.

(** The exponent of 2 in n; 0 for n = 0. *)
Fixpoint twos (p : positive) : N := match p with xO p => N.succ (twos p) | _ => 0 end.
Definition v2 (n : N) : N := match n with 0 => 0 | Npos p => twos p end.

Lemma v2_double n : n <> 0 -> v2 (2 * n) = N.succ (v2 n).
Proof. destruct n as [| p]; [easy |]. reflexivity. Qed.

Lemma v2_odd m : v2 (2 * m + 1) = 0.
Proof. now destruct m. Qed.

Lemma v2_of k m : v2 (2 ^ k * (2 * m + 1)) = k.
Proof.
  induction k as [| k IH] using N.peano_ind.
  - rewrite N.pow_0_r, N.mul_1_l. apply v2_odd.
  - rewrite N.pow_succ_r', <- N.mul_assoc, v2_double, IH; auto.
    pose proof (N.pow_nonzero 2 k). nia.
Qed.

Lemma power_and_odd n : n <> 0 -> exists m, n = 2 ^ v2 n * (2 * m + 1).
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro Z.
  destruct (N.Even_or_Odd n) as [[h ->] | [m ->]].
  - destruct (IH h) as [m E]; [lia | lia |]. exists m.
    rewrite v2_double, N.pow_succ_r' by lia. rewrite E at 1. ring.
  - exists m. rewrite v2_odd. lia.
Qed.

(** Another divisor than n takes another exponent. *)
Lemma removed_differs n d : n <> 0 -> d < n -> (exists c, n = d * c) -> v2 (n - d) <> v2 n.
Proof.
  intros Z L [c E] V.
  destruct (power_and_odd n Z) as [m M], (power_and_odd (n - d)) as [a A]; [lia |].
  rewrite V in A. set (q := 2 ^ v2 n) in *. assert (q <> 0) by now apply N.pow_nonzero.
  assert (D : d = q * (2 * (m - a))) by nia.
  assert (F : q * (2 * m + 1) = q * (2 * ((m - a) * c))) by nia.
  apply N.mul_cancel_l in F; auto. lia.
Qed.

Lemma removed_power n j : n <> 0 -> j < v2 n -> 2 ^ j < n /\ divides (2 ^ j) n = true /\ v2 (n - 2 ^ j) = j.
Proof.
  intros Z J. destruct (power_and_odd n Z) as [m M].
  set (i := v2 n - N.succ j).
  assert (E : n = 2 ^ j * (2 * (2 ^ i * (2 * m + 1)))).
  { rewrite M at 1. replace (v2 n) with (N.succ j + i) by (unfold i; lia).
    rewrite N.pow_add_r, N.pow_succ_r'. ring. }
  set (b := 2 ^ i * (2 * m + 1)) in *.
  assert (B : b <> 0) by (unfold b; pose proof (N.pow_nonzero 2 i); nia).
  assert (Q : 2 ^ j <> 0) by now apply N.pow_nonzero.
  split; [nia |]. split; [apply divides_spec; auto; now exists (2 * b) |].
  replace (n - 2 ^ j) with (2 ^ j * (2 * (b - 1) + 1)) by nia. apply v2_of.
Qed.

(** If n itself may be removed, the value is one more. *)
Definition removed_value (whole : bool) (n : N) : N :=
  if n =? 0 then 0 else if whole then v2 n + 1 else v2 n.

Theorem removed_divisors_law whole G :
  is_grundy (remove_numbers Divisors true whole) G ->
  forall k m, G (2 ^ k * (2 * m + 1)) = if whole then k + 1 else k.
Proof.
  intros HG k m.
  rewrite (law_of_leaves _ (removed_value whole) G (removed_falls _ _ _) HG).
  - unfold removed_value. assert (2 ^ k <> 0) by now apply N.pow_nonzero.
    destruct (N.eqb_spec (2 ^ k * (2 * m + 1)) 0); [nia |]. now rewrite v2_of.
  - clear HG G k m. intro n. unfold removed_value at 2. destruct (N.eqb_spec n 0) as [-> | Z].
    { split; [| lia]. intros (h & I & _). apply removed_falls in I. lia. }
    assert (A : forall v, v < v2 n -> exists h, In h (map (fun k => n - k) (chosen Divisors true whole n)) /\
                 removed_value whole h = (if whole then v + 1 else v)).
    { intros v L. destruct (removed_power n v Z L) as (B & D & E). exists (n - 2 ^ v). split.
      - apply in_map_iff. exists (2 ^ v). split; auto. apply In_chosen.
        assert (2 ^ v <> 0) by now apply N.pow_nonzero.
        split; [lia |]. split; auto. split; [now left | right; lia].
      - unfold removed_value. destruct (N.eqb_spec (n - 2 ^ v) 0); [lia |]. now rewrite E. }
    assert (C : forall h, In h (map (fun k => n - k) (chosen Divisors true whole n)) ->
                h = 0 \/ h <> 0 /\ v2 h <> v2 n).
    { intros h I. apply in_map_iff in I as (d & <- & I). apply In_chosen in I as (B & D & _).
      destruct (N.eq_dec (n - d) 0); [now left | right]. split; auto.
      apply removed_differs; auto; [lia |]. apply divides_spec in D; auto. lia. }
    destruct whole; split.
    + intros (h & I & E). unfold removed_value in E. destruct (N.eqb_spec h 0); [lia |].
      destruct (C h I) as [| []]; lia.
    + intros u L. destruct (N.eq_dec u 0) as [-> | U].
      * exists 0. split; [| reflexivity]. apply in_map_iff. exists n. split; [lia |].
        apply In_chosen. split; [lia |]. split; [| split; now left].
        apply divides_spec; auto. exists 1. lia.
      * destruct (A (u - 1)) as (h & I & E); [lia |]. exists h. split; auto. lia.
    + intros (h & I & E). unfold removed_value in E.
      destruct (C h I) as [-> | [H B]].
      * apply in_map_iff in I as (d & E' & I). apply In_chosen in I as (B & _ & _ & [X | X]); [discriminate | lia].
      * destruct (N.eqb_spec h 0); lia.
    + intros u L. destruct (A u L) as (h & I & E). now exists h.
Qed.
