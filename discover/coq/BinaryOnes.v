(** The binary digits 1 of a heap's size: moves to a proper submask
    (discover/heaps/theorems/transitive.py), and moves that clear the last digit 1 or the first
    (discover/heaps/theorems/clearing_digits.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy NumberMoves.
Import ListNotations.
Local Open Scope N_scope.

(** How many binary digits 1 a number has. *)
Fixpoint ones_of (p : positive) : N :=
  match p with xH => 1 | xO p => ones_of p | xI p => N.succ (ones_of p) end.
Definition ones (n : N) : N := match n with 0 => 0 | Npos p => ones_of p end.

Lemma ones_double n : ones (N.double n) = ones n.
Proof. now destruct n. Qed.

Lemma ones_succ_double n : ones (N.succ_double n) = N.succ (ones n).
Proof. now destruct n. Qed.

Lemma by_digit n : n = N.double (N.div2 n) \/ n = N.succ_double (N.div2 n).
Proof. destruct n as [| [p | p |]]; cbn; auto. Qed.

Lemma digits_induction (P : N -> Prop) :
  P 0 -> (forall n, n <> 0 -> P n -> P (N.double n)) -> (forall n, P n -> P (N.succ_double n)) -> forall n, P n.
Proof.
  intros A B C n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  destruct (by_digit n) as [E | E]; rewrite E; rewrite ?N.double_spec, ?N.succ_double_spec in E.
  - destruct (N.eq_dec (N.div2 n) 0) as [Z | Z]; [now rewrite Z |]. apply B; auto. apply IH. lia.
  - apply C, IH. lia.
Qed.

Lemma land_double a b : N.land (N.double a) (N.double b) = N.double (N.land a b).
Proof. now destruct a, b. Qed.
Lemma land_mixed a b : N.land (N.double a) (N.succ_double b) = N.double (N.land a b).
Proof. now destruct a, b. Qed.
Lemma land_mixed' a b : N.land (N.succ_double a) (N.double b) = N.double (N.land a b).
Proof. now destruct a, b. Qed.
Lemma land_succ_double a b : N.land (N.succ_double a) (N.succ_double b) = N.succ_double (N.land a b).
Proof. now destruct a, b. Qed.

(** * Submasks *)

Definition submasks : rule := leaves (fun n => filter (fun k => N.land k n =? k) (upto (N.to_nat n) 0)).

Lemma In_submasks n k : In k (filter (fun k => N.land k n =? k) (upto (N.to_nat n) 0)) <-> k < n /\ N.land k n = k.
Proof. rewrite filter_In, In_upto, N.eqb_eq. split; intros []; split; auto; lia. Qed.

Lemma submasks_fall : falls (fun n => filter (fun k => N.land k n =? k) (upto (N.to_nat n) 0)).
Proof. intros n h I. now apply In_submasks in I. Qed.

Lemma submask_has_fewer n : forall k, N.land k n = k -> k = n \/ k < n /\ ones k < ones n.
Proof.
  induction n as [| n _ IH | n IH] using digits_induction; intros k E.
  - rewrite N.land_0_r in E. now left.
  - rewrite ones_double. destruct (by_digit k) as [K | K]; rewrite K in E.
    + rewrite land_double in E. apply N.double_inj in E. rewrite K, ones_double, !N.double_spec.
      destruct (IH _ E) as [<- | []]; [now left | right; lia].
    + rewrite land_mixed', N.double_spec, N.succ_double_spec in E. lia.
  - destruct (by_digit k) as [K | K]; rewrite K in E.
    + rewrite land_mixed in E. apply N.double_inj in E. right.
      rewrite K, ones_double, ones_succ_double, N.double_spec, N.succ_double_spec.
      destruct (IH _ E) as [-> | []]; lia.
    + rewrite land_succ_double in E. apply N.succ_double_inj in E.
      rewrite K, !ones_succ_double, !N.succ_double_spec.
      destruct (IH _ E) as [<- | []]; [now left | right; lia].
Qed.

Lemma submask_with n : forall u, u <= ones n -> exists k, N.land k n = k /\ ones k = u.
Proof.
  induction n as [| n _ IH | n IH] using digits_induction; intros u U.
  - exists 0. cbn in *. split; [reflexivity | lia].
  - rewrite ones_double in U. destruct (IH u U) as (k & E & K). exists (N.double k).
    rewrite land_double, ones_double. split; congruence.
  - rewrite ones_succ_double in U. destruct (N.eq_dec u 0) as [-> | Z]; [now exists 0 |].
    destruct (IH (N.pred u)) as (k & E & K); [lia |]. exists (N.succ_double k).
    rewrite land_succ_double, ones_succ_double. split; [congruence | lia].
Qed.

Theorem submasks_law G : is_grundy submasks G -> forall n, G n = ones n.
Proof.
  intro HG. apply (law_of_leaves _ ones G submasks_fall HG). intro n. split.
  - intros (k & I & E). apply In_submasks in I as [L S]. destruct (submask_has_fewer n k S); lia.
  - intros u U. destruct (submask_with n u) as (k & S & K); [lia |]. exists k. split; auto.
    apply In_submasks. split; auto. destruct (submask_has_fewer n k S) as [-> | []]; lia.
Qed.

(** * One digit 1 is cleared *)

Definition clear_last (n : N) : N := N.land n (n - 1).
Definition clear_first (n : N) : N := n - 2 ^ N.log2 n.

Definition cleared (last first : bool) (n : N) : list N :=
  if n =? 0 then [] else (if last then [clear_last n] else []) ++ (if first then [clear_first n] else []).
Definition clear_digits (last first : bool) : rule := leaves (cleared last first).

Lemma ones_clear_last n : n <> 0 -> N.succ (ones (clear_last n)) = ones n.
Proof.
  unfold clear_last. induction n as [| n Z IH | n IH] using digits_induction; intro Y; [easy | |].
  - replace (N.double n - 1) with (N.succ_double (n - 1)) by (rewrite N.double_spec, N.succ_double_spec; lia).
    rewrite land_mixed, !ones_double. auto.
  - replace (N.succ_double n - 1) with (N.double n) by (rewrite N.double_spec, N.succ_double_spec; lia).
    now rewrite land_mixed', N.land_diag, ones_double, ones_succ_double.
Qed.

Lemma ones_clear_first n : n <> 0 -> N.succ (ones (clear_first n)) = ones n.
Proof.
  unfold clear_first. induction n as [| n Z IH | n IH] using digits_induction; intro Y; [easy | |].
  - rewrite ones_double, <- IH by auto. rewrite N.double_spec, N.log2_double by lia.
    rewrite N.pow_succ_r', <- N.mul_sub_distr_l, <- N.double_spec. now rewrite ones_double.
  - destruct (N.eq_dec n 0) as [-> | Z]; [reflexivity |].
    rewrite ones_succ_double, <- IH by auto. rewrite N.succ_double_spec, N.log2_succ_double by lia.
    destruct (N.log2_spec n) as [A _]; [lia |]. rewrite N.pow_succ_r'.
    replace (2 * n + 1 - 2 * 2 ^ N.log2 n) with (2 * (n - 2 ^ N.log2 n) + 1) by lia.
    now rewrite <- N.succ_double_spec, ones_succ_double.
Qed.

Lemma ones_less n : forall k, N.succ (ones k) = ones n -> k <= n -> k < n.
Proof. intros k E L. destruct (N.eq_dec k n) as [-> | D]; lia. Qed.

Lemma In_cleared last first n h :
  In h (cleared last first n) -> h < n /\ N.succ (ones h) = ones n.
Proof.
  unfold cleared. destruct (N.eqb_spec n 0) as [-> | Z]; [easy |]. rewrite in_app_iff. intro I.
  assert (h = clear_last n \/ h = clear_first n) as [-> | ->].
  { destruct last, first, I as [I | I]; cbn in I; intuition. }
  - split; [apply ones_less | ]; try now apply ones_clear_last.
    unfold clear_last. apply N.ldiff_le. apply N.bits_inj. intro i. rewrite N.ldiff_spec, N.land_spec, N.bits_0.
    now destruct (N.testbit n i), (N.testbit (n - 1) i).
  - split; [| now apply ones_clear_first]. unfold clear_first.
    pose proof (N.pow_nonzero 2 (N.log2 n)). lia.
Qed.

Lemma cleared_falls last first : falls (cleared last first).
Proof. intros n h I. now apply In_cleared in I. Qed.

Lemma next_parity a b : N.succ a = b -> a mod 2 <> b mod 2 /\ (b mod 2 = 1 -> a mod 2 = 0).
Proof.
  intros <-. rewrite <- N.add_1_r, <- N.add_mod_idemp_l by lia. pose proof (N.mod_lt a 2 ltac:(lia)).
  generalize dependent (a mod 2). intros r L. assert (C : r = 0 \/ r = 1) by lia.
  destruct C as [-> | ->]; cbn; lia.
Qed.

Theorem clearing_digits_law last first G :
  last || first = true -> is_grundy (clear_digits last first) G -> forall n, G n = ones n mod 2.
Proof.
  intros S HG. apply (law_of_leaves _ (fun n => ones n mod 2) G (cleared_falls _ _) HG). intro n. split.
  - intros (h & I & E). apply In_cleared in I as [_ I]. now apply (next_parity _ _ I).
  - intros u U. destruct (N.eqb_spec n 0) as [-> | Z]; [cbn in U; lia |].
    assert (I : exists h, In h (cleared last first n)).
    { unfold cleared. apply N.eqb_neq in Z. rewrite Z.
      destruct last; [eexists; now left | destruct first; [eexists; now left | discriminate]]. }
    destruct I as [h I]. exists h. split; auto. apply In_cleared in I as [_ I].
    destruct (next_parity _ _ I) as [_ P]. pose proof (N.mod_lt (ones n) 2 ltac:(lia)).
    rewrite P; lia.
Qed.
