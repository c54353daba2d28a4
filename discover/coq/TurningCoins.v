(** Mock Turtles and the Ruler game (discover/heaps/theorems/turning_coins.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Xor NumberMoves RemovedDivisors BinaryOnes.
Import ListNotations.
Local Open Scope N_scope.

(** * Odious numbers: those with an odd number of binary digits 1 *)

Definition odious (n : N) : bool := N.odd (ones n).

Lemma odious_double n : odious (N.double n) = odious n.
Proof. unfold odious. now rewrite ones_double. Qed.

Lemma odious_succ_double n : odious (N.succ_double n) = negb (odious n).
Proof. unfold odious. now rewrite ones_succ_double, N.odd_succ, <- N.negb_odd. Qed.

Lemma xor_double a b : N.lxor (N.double a) (N.double b) = N.double (N.lxor a b).
Proof. now destruct a, b. Qed.
Lemma xor_mixed a b : N.lxor (N.double a) (N.succ_double b) = N.succ_double (N.lxor a b).
Proof. now destruct a, b. Qed.
Lemma xor_mixed' a b : N.lxor (N.succ_double a) (N.double b) = N.succ_double (N.lxor a b).
Proof. now destruct a, b. Qed.
Lemma xor_succ_double a b : N.lxor (N.succ_double a) (N.succ_double b) = N.double (N.lxor a b).
Proof. now destruct a, b. Qed.

Lemma odious_xor a : forall b, odious (N.lxor a b) = xorb (odious a) (odious b).
Proof.
  induction a as [| a _ IH | a IH] using digits_induction; intro b;
    [rewrite N.lxor_0_l; now destruct (odious b) | |];
    destruct (by_digit b) as [E | E]; rewrite E;
    rewrite ?xor_double, ?xor_mixed, ?xor_mixed', ?xor_succ_double, ?odious_double, ?odious_succ_double, IH;
    now destruct (odious a), (odious (N.div2 b)).
Qed.

(** The odious one of 2m and 2m + 1. *)
Definition o (m : N) : N := if odious m then 2 * m else 2 * m + 1.

Lemma o_odious m : odious (o m) = true.
Proof.
  unfold o. destruct (odious m) eqn:E.
  - now rewrite <- N.double_spec, odious_double.
  - now rewrite <- N.succ_double_spec, odious_succ_double, E.
Qed.

Lemma o_bounds m : 2 * m <= o m <= 2 * m + 1.
Proof. unfold o. destruct (odious m); lia. Qed.

Lemma div2_o m : N.div2 (o m) = m.
Proof.
  unfold o. destruct (odious m); rewrite <- ?N.double_spec, <- ?N.succ_double_spec.
  - apply N.div2_double.
  - apply N.div2_succ_double.
Qed.

(** A number is determined by its half and by whether it is odious. *)
Lemma same_half v w : N.div2 v = N.div2 w -> odious v = odious w -> v = w.
Proof.
  intros H E. destruct (by_digit v) as [V | V], (by_digit w) as [W | W]; rewrite V, W in *;
    rewrite ?N.div2_double, ?N.div2_succ_double in H; rewrite H in *; auto; exfalso;
    rewrite odious_double, odious_succ_double in E; now destruct (odious (N.div2 w)).
Qed.

Lemma div2_xor a b : N.div2 (N.lxor a b) = N.lxor (N.div2 a) (N.div2 b).
Proof.
  apply N.bits_inj. intro i. now rewrite N.div2_spec, N.shiftr_spec', !N.lxor_spec, !N.div2_spec, !N.shiftr_spec'.
Qed.

(** * Mock Turtles *)

(** Nothing, one smaller heap, or two: [a < b], or [a <= b] if [equal]. *)
Definition turtles (equal : bool) : rule := fun n =>
  if n =? 0 then [] else
  [] :: map (fun a => [a]) (from_to 1 (n - 1)) ++
  flat_map (fun b => map (fun a => [a; b]) (from_to 1 (if equal then b else b - 1))) (from_to 1 (n - 1)).

Lemma In_turtles equal n l :
  In l (turtles equal n) <->
  n <> 0 /\ (l = [] \/ (exists a, 1 <= a < n /\ l = [a]) \/
             exists a b, 1 <= a <= b /\ b < n /\ (equal = true \/ a < b) /\ l = [a; b]).
Proof.
  unfold turtles. destruct (N.eqb_spec n 0) as [-> | Z]; [easy |].
  cbn [In]. rewrite in_app_iff, in_map_iff, in_flat_map. split.
  - intros [<- | [(a & <- & I) | (b & B & I)]]; split; auto; right.
    + left. apply In_from_to in I. exists a. split; auto. lia.
    + right. apply in_map_iff in I as (a & <- & I). apply In_from_to in I, B. exists a, b.
      destruct equal; repeat split; auto; lia.
  - intros [_ [-> | [(a & A & ->) | (a & b & A & B & C & ->)]]]; [now left | right; left | right; right].
    + exists a. split; auto. apply In_from_to. lia.
    + exists b. split; [apply In_from_to; lia |]. apply in_map_iff. exists a. split; auto.
      apply In_from_to. destruct C as [-> | C]; [lia |]. destruct equal; lia.
Qed.

Lemma turtles_wf equal : well_founded (turtles equal).
Proof.
  intros n l h I J. apply In_turtles in I as (Z & [-> | [(a & A & ->) | (a & b & A & B & _ & ->)]]).
  - destruct J.
  - destruct J as [<- | []]; lia.
  - destruct J as [<- | [<- | []]]; lia.
Qed.

Definition turtle (n : N) : N := if n =? 0 then 0 else o (n - 1).

Lemma turtle_of n : n <> 0 -> turtle n = o (n - 1).
Proof. unfold turtle. now destruct (N.eqb_spec n 0). Qed.

(** u is the xor of two different numbers below m, or u < m. *)
Lemma two_below m v : v < o m -> odious v = false -> v <> 0 ->
  exists a b, a < b /\ b < m /\ N.lxor a b = N.div2 v.
Proof.
  intros L E Z. pose proof (o_bounds m).
  assert (V : v = 2 * N.div2 v \/ v = 2 * N.div2 v + 1)
    by (rewrite <- N.double_spec, <- N.succ_double_spec; apply by_digit).
  assert (U : N.div2 v <> 0).
  { intro X. rewrite X in V. assert (v = 1) as -> by lia. discriminate. }
  destruct (N.eq_dec (N.div2 v) m) as [M | M].
  - assert (Om : odious m = false).
    { unfold o in L. destruct (odious m); auto. lia. }
    set (p := 2 ^ N.log2 m). assert (B := N.log2_spec m ltac:(lia)). fold p in B.
    assert (D : p <> 0) by now apply N.pow_nonzero.
    assert (X : p <> m).
    { intro X. assert (Y : odious p = true); [| rewrite X in Y; congruence].
      unfold p. clear. induction (N.log2 m) as [| k IH] using N.peano_ind; [reflexivity |].
      now rewrite N.pow_succ_r', <- N.double_spec, odious_double. }
    assert (Lb : N.lxor m p < m).
    { apply lxor_less; auto. unfold p. rewrite N.log2_pow2 by lia. apply N.bit_log2. lia. }
    assert (Y : N.lxor p (N.lxor m p) = m).
    { rewrite (N.lxor_comm m), <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. }
    assert (W : p <> N.lxor m p) by (intro W; rewrite <- W, N.lxor_nilpotent in Y; lia).
    destruct (N.lt_ge_cases p (N.lxor m p)).
    + exists p, (N.lxor m p). rewrite Y. repeat split; auto.
    + exists (N.lxor m p), p. rewrite (N.lxor_comm (N.lxor m p) p), Y. repeat split; auto; lia.
  - exists 0, (N.div2 v). repeat split; lia.
Qed.

Theorem turtles_law equal G :
  is_grundy (turtles equal) G ->
  forall n, 1 <= n -> G n = if odious (n - 1) then 2 * (n - 1) else 2 * (n - 1) + 1.
Proof.
  intros HG n N1. assert (H : forall n, G n = turtle n).
  2: { rewrite H, turtle_of by lia. reflexivity. }
  clear n N1. apply (law_of_mex _ _ _ (turtles_wf equal) HG). intro n. split.
  - intros (l & I & E). apply In_turtles in I as (Z & I). rewrite turtle_of in E by auto.
    assert (O := o_odious (n - 1)). destruct I as [-> | [(a & A & ->) | (a & b & A & B & _ & ->)]].
    + cbn in E. now rewrite E in O.
    + cbn in E. rewrite N.lxor_0_r, turtle_of in E by lia.
      apply (f_equal N.div2) in E. rewrite !div2_o in E. lia.
    + cbn in E. rewrite N.lxor_0_r, !turtle_of in E by lia. rewrite E, odious_xor, !o_odious in O. discriminate.
  - intros v L. destruct (N.eq_dec n 0) as [-> | Z]; [cbn in L; lia |]. rewrite turtle_of in L by auto.
    pose proof (o_bounds (n - 1)) as B.
    destruct (N.eq_dec v 0) as [-> | V]; [exists []; split; [apply In_turtles; auto | reflexivity] |].
    destruct (odious v) eqn:E.
    + assert (X : v = o (N.div2 v)) by (apply same_half; rewrite ?div2_o, ?o_odious; auto).
      revert X. generalize (N.div2 v). intros u X. pose proof (o_bounds u) as C. rewrite <- X in C.
      assert (H : u < n - 1) by (destruct (N.eq_dec u (n - 1)) as [Y | Y]; [rewrite <- Y, <- X in L |]; lia).
      exists [u + 1]. split.
      * apply In_turtles. split; auto. right. left. exists (u + 1). split; auto. lia.
      * cbn. rewrite N.lxor_0_r, turtle_of by lia. now replace (u + 1 - 1) with u by lia.
    + destruct (two_below _ _ L E V) as (a & b & A & C & D). exists [a + 1; b + 1]. split.
      * apply In_turtles. split; auto. right. right. exists (a + 1), (b + 1).
        split; [lia |]. split; [lia |]. split; auto. right. lia.
      * cbn. rewrite N.lxor_0_r, !turtle_of by lia.
        replace (a + 1 - 1) with a by lia. replace (b + 1 - 1) with b by lia.
        apply same_half; [now rewrite div2_xor, !div2_o | now rewrite odious_xor, !o_odious].
Qed.

(** * The Ruler game *)

(** The heaps n - 1, ..., n - k together, 0 <= k < n. *)
Definition ruler : rule := fun n => map (fun k => upto (N.to_nat k) (n - k)) (upto (N.to_nat n) 0).

Lemma In_ruler n l : In l (ruler n) <-> exists k, k < n /\ l = upto (N.to_nat k) (n - k).
Proof.
  unfold ruler. rewrite in_map_iff. split.
  - intros (k & <- & I). apply In_upto in I. exists k. split; auto. lia.
  - intros (k & L & ->). exists k. split; auto. apply In_upto. lia.
Qed.

Lemma ruler_wf : well_founded ruler.
Proof. intros n l h I J. apply In_ruler in I as (k & L & ->). apply In_upto in J. lia. Qed.

Lemma turtles_exist equal : is_grundy (turtles equal) (grundy (turtles equal)).
Proof. apply grundy_exists, turtles_wf. Qed.
Lemma ruler_exists : is_grundy ruler (grundy ruler).
Proof. apply grundy_exists, ruler_wf. Qed.

(** The Gray code. *)
Definition gray (n : N) : N := N.lxor n (N.div2 n).

Definition mark (n : N) : N := if n =? 0 then 0 else 2 ^ v2 n.

Lemma mark_double n : mark (N.double n) = N.double (mark n).
Proof.
  unfold mark. rewrite !N.double_spec. destruct (N.eqb_spec n 0) as [-> | Z]; [reflexivity |].
  destruct (N.eqb_spec (2 * n) 0); [lia |]. now rewrite v2_double, N.pow_succ_r'.
Qed.

Lemma mark_succ_double n : mark (N.succ_double n) = 1.
Proof. now destruct n. Qed.

Lemma odd_double n : N.odd (N.double n) = false.
Proof. now destruct n. Qed.
Lemma odd_succ_double n : N.odd (N.succ_double n) = true.
Proof. now destruct n. Qed.

(** A number with the given half and last digit. *)
Definition digit (b : bool) (n : N) : N := if b then N.succ_double n else N.double n.

Lemma by_odd n : n = digit (N.odd n) (N.div2 n).
Proof. destruct n as [| [p | p |]]; reflexivity. Qed.

Lemma div2_digit b n : N.div2 (digit b n) = n.
Proof. destruct b; [apply N.div2_succ_double | apply N.div2_double]. Qed.

Lemma odd_digit b n : N.odd (digit b n) = b.
Proof. destruct b; [apply odd_succ_double | apply odd_double]. Qed.

Lemma xor_digit b c m n : N.lxor (digit b m) (digit c n) = digit (xorb b c) (N.lxor m n).
Proof. now destruct b, c, m, n. Qed.

Lemma gray_digit b n : gray (digit b n) = digit (xorb b (N.odd n)) (gray n).
Proof.
  unfold gray. rewrite div2_digit. rewrite (by_odd n) at 2. now rewrite xor_digit.
Qed.

Lemma digit_inj b c m n : digit b m = digit c n -> b = c /\ m = n.
Proof.
  intro E. split.
  - apply (f_equal N.odd) in E. now rewrite !odd_digit in E.
  - apply (f_equal N.div2) in E. now rewrite !div2_digit in E.
Qed.

Lemma gray_inj m : forall n, gray m = gray n -> m = n.
Proof.
  induction m as [m IH] using (well_founded_induction N.lt_wf_0). intros n E.
  destruct (N.eq_dec m 0) as [-> | Z].
  - symmetry in E. unfold gray in E. cbn in E. apply N.lxor_eq in E.
    destruct (N.eq_dec n 0); auto. pose proof (by_odd n) as B. rewrite <- E in B.
    unfold digit in B. destruct (N.odd n); rewrite ?N.double_spec, ?N.succ_double_spec in B; lia.
  - rewrite (by_odd m), (by_odd n), !gray_digit in E. apply digit_inj in E as [B E].
    assert (D : N.div2 m < m) by (rewrite N.div2_div; apply N.div_lt; lia).
    apply IH in E; auto. rewrite E in B. rewrite (by_odd m), (by_odd n), E. f_equal.
    now destruct (N.odd m), (N.odd n), (N.odd (N.div2 n)).
Qed.

Lemma gray_onto w : exists n, gray n = w.
Proof.
  induction w as [w IH] using (well_founded_induction N.lt_wf_0).
  destruct (N.eq_dec w 0) as [-> | Z]; [now exists 0 |].
  destruct (IH (N.div2 w)) as [n E]; [rewrite N.div2_div; apply N.div_lt; lia |].
  exists (digit (xorb (N.odd w) (N.odd n)) n). rewrite gray_digit, E.
  replace (xorb (xorb (N.odd w) (N.odd n)) (N.odd n)) with (N.odd w) by now destruct (N.odd w), (N.odd n).
  symmetry. apply by_odd.
Qed.

(** From n - 1 to n it changes at the mark of n. *)
Lemma gray_step n : n <> 0 -> N.lxor (gray n) (gray (n - 1)) = mark n.
Proof.
  induction n as [| n Z IH | n _] using digits_induction; intro Y; [easy | |].
  - replace (N.double n - 1) with (digit true (n - 1)).
    + change (N.double n) with (digit false n). rewrite !gray_digit, xor_digit, IH by auto.
      change (digit false n) with (N.double n). rewrite mark_double.
      assert (O : N.odd n = negb (N.odd (n - 1))).
      { replace n with (N.succ (n - 1)) at 1 by lia. now rewrite N.odd_succ, <- N.negb_odd. }
      rewrite O. now destruct (N.odd (n - 1)).
    + unfold digit. rewrite N.double_spec, N.succ_double_spec. lia.
  - replace (N.succ_double n - 1) with (digit false n) by (unfold digit; rewrite N.double_spec, N.succ_double_spec; lia).
    change (N.succ_double n) with (digit true n). rewrite !gray_digit, xor_digit, N.lxor_nilpotent.
    change (digit true n) with (N.succ_double n). rewrite mark_succ_double. now destruct (N.odd n).
Qed.

(** The marks of n - k, ..., n - 1 together. *)
Lemma marks k n : k < n -> xor_list (map mark (upto (N.to_nat k) (n - k))) = N.lxor (gray (n - 1)) (gray (n - 1 - k)).
Proof.
  induction k as [| k IH] using N.peano_ind; intro L.
  - rewrite !N.sub_0_r, N.lxor_nilpotent. reflexivity.
  - rewrite Nnat.N2Nat.inj_succ. cbn [upto map xor_list fold_right].
    replace (n - N.succ k + 1) with (n - k) by lia. unfold xor_list in IH. rewrite IH by lia.
    rewrite <- gray_step by lia. replace (n - N.succ k) with (n - 1 - k) by lia.
    replace (n - 1 - N.succ k) with (n - 1 - k - 1) by lia.
    apply N.bits_inj. intro i. rewrite !N.lxor_spec.
    now destruct (N.testbit (gray (n - 1)) i), (N.testbit (gray (n - 1 - k)) i), (N.testbit (gray (n - 1 - k - 1)) i).
Qed.

Lemma gray_shift n v : gray n / 2 ^ v = gray (n / 2 ^ v).
Proof.
  unfold gray. rewrite <- !N.shiftr_div_pow2, N.shiftr_lxor. f_equal.
  now rewrite !N.div2_spec, !N.shiftr_shiftr, N.add_comm.
Qed.

Theorem ruler_law G :
  is_grundy ruler G -> forall k m, G (2 ^ k * (2 * m + 1)) = 2 ^ k.
Proof.
  intros HG k m. assert (H : forall n, G n = mark n).
  2: { rewrite H. unfold mark. rewrite v2_of. pose proof (N.pow_nonzero 2 k).
       destruct (N.eqb_spec (2 ^ k * (2 * m + 1)) 0); [nia | reflexivity]. }
  clear k m. apply (law_of_mex _ _ _ ruler_wf HG). intro n.
  destruct (N.eq_dec n 0) as [-> | Z].
  { split; [| cbn; lia]. intros (l & I & _). apply In_ruler in I as (k & L & _). lia. }
  split.
  - intros (l & I & E). apply In_ruler in I as (k & L & ->). rewrite marks in E by auto.
    rewrite <- gray_step, N.lxor_comm in E by auto.
    apply (f_equal (N.lxor (gray (n - 1)))) in E. rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E.
    apply gray_inj in E. lia.
  - intros w W. destruct (gray_onto (N.lxor (gray (n - 1)) w)) as [x X].
    destruct (power_and_odd n Z) as [m M]. unfold mark in W. destruct (N.eqb_spec n 0); [lia |].
    set (v := v2 n) in *. assert (P : 2 ^ v <> 0) by now apply N.pow_nonzero.
    assert (Q : x / 2 ^ v = 2 * m).
    { apply gray_inj. rewrite <- gray_shift, X, <- N.shiftr_div_pow2, N.shiftr_lxor, !N.shiftr_div_pow2.
      rewrite (N.div_small w), N.lxor_0_r, gray_shift by auto. f_equal.
      symmetry. apply N.div_unique with (r := 2 ^ v - 1); nia. }
    assert (B : x < n).
    { rewrite (N.div_mod' x (2 ^ v)), Q. pose proof (N.mod_lt x (2 ^ v) P). nia. }
    exists (upto (N.to_nat (n - 1 - x)) (n - (n - 1 - x))). split.
    + apply In_ruler. exists (n - 1 - x). split; auto. lia.
    + rewrite marks by lia. replace (n - 1 - (n - 1 - x)) with x by lia. rewrite X.
      now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.
