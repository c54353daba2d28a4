(** Moves that halve the heap at least: to quotients, shifts and remainders
    (discover/heaps/theorems/transitive.py). [N.size n] is the number of binary digits of n. *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy NumberMoves.
Import ListNotations.
Local Open Scope N_scope.

Lemma size_is n : n <> 0 -> N.size n = N.log2 n + 1.
Proof. intro Z. rewrite N.size_log2 by auto. lia. Qed.

Lemma size_mono a b : a <= b -> N.size a <= N.size b.
Proof.
  intro L. destruct (N.eq_dec a 0) as [-> | Z]; [cbn; lia |]. rewrite !size_is by lia.
  pose proof (N.log2_le_mono _ _ L). lia.
Qed.

Lemma size_double a : a <> 0 -> N.size (2 * a) = N.size a + 1.
Proof. intro Z. rewrite !size_is, N.log2_double by lia. lia. Qed.

Lemma size_half n : N.size (n / 2) = N.size n - 1.
Proof.
  destruct (N.eq_dec (n / 2) 0) as [E | E].
  - rewrite E. assert (n < 2) by (apply N.div_small_iff in E; lia).
    assert (C : n = 0 \/ n = 1) by lia. now destruct C as [-> | ->].
  - assert (C : n = 2 * (n / 2) \/ n = 2 * (n / 2) + 1).
    { rewrite (N.div_mod' n 2) at 1 3. pose proof (N.mod_lt n 2 ltac:(lia)) as L. revert L.
      generalize (n mod 2). intros r L. lia. }
    destruct C as [C | C]; rewrite C at 2; rewrite ?size_double by auto; [lia |].
    rewrite (size_is (2 * (n / 2) + 1)), N.log2_succ_double, size_is by lia. lia.
Qed.

Lemma size_divided n j : N.size (n / 2 ^ j) = N.size n - j.
Proof.
  induction j as [| j IH] using N.peano_ind; [now rewrite N.pow_0_r, N.div_1_r, N.sub_0_r |].
  rewrite N.pow_succ_r', N.mul_comm, <- N.div_div by (try lia; now apply N.pow_nonzero).
  rewrite size_half, IH. lia.
Qed.

Lemma size_power n j : j < N.size n -> 2 ^ j <= n.
Proof.
  intro L. destruct (N.eq_dec n 0) as [-> | Z]; [cbn in L; lia |]. rewrite size_is in L by auto.
  transitivity (2 ^ N.log2 n); [apply N.pow_le_mono_r; lia | apply N.log2_spec; lia].
Qed.

Lemma size_of_quotient n k : 2 <= k -> N.size (n / k) <= N.size n - 1.
Proof. intro K. rewrite <- size_half. apply size_mono, N.div_le_compat_l. lia. Qed.

Lemma size_pos n : n <> 0 -> 1 <= N.size n.
Proof. intro Z. rewrite size_is by auto. lia. Qed.

(** * Quotients by 2, ..., n, or n + 1 as well *)

Definition quotients (more : N) (n : N) : list N := map (fun k => n / k) (from_to 2 (n + more)).

Lemma In_quotients more n h : In h (quotients more n) <-> exists k, 2 <= k <= n + more /\ h = n / k.
Proof.
  unfold quotients. rewrite in_map_iff. split; intros (k & A & B); exists k.
  - now apply In_from_to in B.
  - now rewrite In_from_to.
Qed.

Lemma quotients_fall more : more <= 1 -> falls (quotients more).
Proof. intros M n h I. apply In_quotients in I as (k & K & ->). apply N.div_lt; lia. Qed.

Theorem quotients_law G : is_grundy (leaves (quotients 0)) G -> forall n, G n = N.size n - 1.
Proof.
  intro HG. apply (law_of_leaves _ (fun n => N.size n - 1) G (quotients_fall 0 ltac:(lia)) HG).
  intro n. split.
  - intros (h & I & E). apply In_quotients in I as (k & K & ->).
    assert (A := size_of_quotient n k ltac:(lia)).
    assert (B : n / k <> 0) by (intro X; apply N.div_small_iff in X; lia).
    apply size_pos in B. lia.
  - intros u U. set (j := N.size n - 1 - u). exists (n / 2 ^ j). rewrite size_divided.
    split; [| unfold j; lia]. apply In_quotients. exists (2 ^ j). split; auto. split.
    + transitivity (2 ^ 1); [cbn; lia | apply N.pow_le_mono_r; unfold j; lia].
    + rewrite N.add_0_r. apply size_power. unfold j. lia.
Qed.

Theorem quotients_to_0_law G : is_grundy (leaves (quotients 1)) G -> forall n, G n = N.size n.
Proof.
  intro HG. apply (law_of_leaves _ N.size G (quotients_fall 1 ltac:(lia)) HG). intro n. split.
  - intros (h & I & E). apply In_quotients in I as (k & K & ->).
    assert (A := size_of_quotient n k ltac:(lia)). pose proof (size_pos n ltac:(lia)). lia.
  - intros u U. destruct (N.eq_dec u 0) as [-> | Z].
    + exists 0. split; [| reflexivity]. apply In_quotients. exists (n + 1).
      assert (n <> 0) by (intros ->; cbn in U; lia). split; [lia |]. symmetry. apply N.div_small. lia.
    + set (j := N.size n - u). exists (n / 2 ^ j). rewrite size_divided. split; [| unfold j; lia].
      apply In_quotients. exists (2 ^ j). split; auto. split.
      * transitivity (2 ^ 1); [cbn; lia | apply N.pow_le_mono_r; unfold j; lia].
      * transitivity n; [apply size_power; unfold j | ]; lia.
Qed.

(** * Shifts by 1, ..., all digits *)

Definition shifts (n : N) : list N := map (fun k => n / 2 ^ k) (from_to 1 (N.size n)).

Lemma In_shifts n h : In h (shifts n) <-> exists k, 1 <= k <= N.size n /\ h = n / 2 ^ k.
Proof.
  unfold shifts. rewrite in_map_iff. split; intros (k & A & B); exists k.
  - now apply In_from_to in B.
  - now rewrite In_from_to.
Qed.

Lemma shifts_fall : falls shifts.
Proof.
  intros n h I. apply In_shifts in I as (k & K & ->). apply N.div_lt.
  - destruct n; cbn in *; lia.
  - apply N.pow_gt_1; lia.
Qed.

Theorem shifts_law G : is_grundy (leaves shifts) G -> forall n, G n = N.size n.
Proof.
  intro HG. apply (law_of_leaves _ N.size G shifts_fall HG). intro n. split.
  - intros (h & I & E). apply In_shifts in I as (k & K & ->). rewrite size_divided in E. lia.
  - intros u U. exists (n / 2 ^ (N.size n - u)). rewrite size_divided. split; [| lia].
    apply In_shifts. exists (N.size n - u). split; auto. lia.
Qed.

(** * Remainders *)

Definition remainders (n : N) : list N := map (fun k => n mod k) (from_to 1 n).

Lemma In_remainders n h : In h (remainders n) <-> 2 * h < n.
Proof.
  unfold remainders. rewrite in_map_iff. split.
  - intros (k & <- & I). apply In_from_to in I. pose proof (N.mod_lt n k ltac:(lia)).
    pose proof (N.div_mod' n k). assert (1 <= n / k) by (apply N.div_le_lower_bound; lia). nia.
  - intro L. exists (n - h). split; [| apply In_from_to; lia].
    symmetry. apply N.mod_unique with (q := 1); lia.
Qed.

Lemma remainders_fall : falls remainders.
Proof. intros n h I. apply In_remainders in I. lia. Qed.

Theorem remainders_law G : is_grundy (leaves remainders) G -> forall n, G n = N.size (n + 1) - 1.
Proof.
  intro HG. apply (law_of_leaves _ (fun n => N.size (n + 1) - 1) G remainders_fall HG). intro n. split.
  - intros (h & I & E). apply In_remainders in I.
    pose proof (size_mono (2 * (h + 1)) (n + 1) ltac:(lia)) as A. rewrite size_double in A by lia.
    pose proof (size_pos (h + 1)). lia.
  - intros u U. exists (2 ^ u - 1). assert (P : 2 ^ u <> 0) by now apply N.pow_nonzero.
    replace (2 ^ u - 1 + 1) with (2 ^ u) by lia. rewrite size_is, N.log2_pow2 by (auto; lia).
    split; [| lia]. apply In_remainders.
    pose proof (size_power (n + 1) (u + 1) ltac:(lia)) as A. rewrite N.pow_add_r in A. cbn [N.pow] in A.
    change (2 ^ 1) with 2 in A. lia.
Qed.
