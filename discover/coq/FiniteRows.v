(** Finitely many steps, none to a higher row: rows are periodic
    (discover/boards/theorems/finite_rows.py).

    The table is the rows 0, ..., a, which all repeat from [c] on with the period [P]. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Boards FiniteSteps.
Import ListNotations.
Local Open Scope Z_scope.

Section Rows.
  Variables (table : tmap) (c P : Z).
  Definition row_value (i n : Z) : N := look table (Z.to_N (i * (c + P) + folded c P n)).

  Hypotheses (Hc : 0 <= c) (HP : 1 <= P).

  Lemma row_period i n : c <= n -> row_value i (n + P) = row_value i n.
  Proof. intro L. unfold row_value. now rewrite folded_period. Qed.

  Variable moves : list (Z * Z).
  Hypothesis down : forallb (fun s => 0 <=? fst s) moves = true.
  Variable a : Z.

  Lemma rows_everywhere :
    everywhere 0 0 (a + 1) (c + most moves + P) (right_at moves row_value) = true ->
    forall i n, 0 <= i <= a -> 0 <= n -> right_at moves row_value i n = true.
  Proof.
    intros C i n I. pose proof (everywhere_spec _ _ _ _ _ C) as C'. clear C.
    destruct (most_positive moves) as [K _].
    assert (H : forall k n, (Z.to_nat n < k)%nat -> 0 <= n -> right_at moves row_value i n = true).
    { induction k as [| k IH]; intros m L M; [lia |].
      destruct (Z.lt_ge_cases m (c + most moves + P)) as [S | S]; [apply C'; lia |].
      apply (same_options moves row_value i m i (m - P)).
      - intros s Is. pose proof (within moves s Is). split.
        + destruct (Z.leb_spec 0 (i - fst s)); cbn [andb]; auto.
          destruct (Z.leb_spec 0 (m - snd s)), (Z.leb_spec 0 (m - P - snd s)); auto; lia.
        + intros _ _. replace (m - snd s) with (m - P - snd s + P) by lia. apply row_period. lia.
      - replace m with (m - P + P) at 1 by lia. apply row_period. lia.
      - apply IH; lia. }
    intro N. apply (H (S (Z.to_nat n))); lia.
  Qed.
End Rows.

Definition finite_rows_check (moves : list (Z * Z)) (rows : list (list N)) (a n0 p c P : N) : bool :=
  let table := table_of (concat rows) in
  let F := row_value table (Z.of_N c) (Z.of_N P) in
  (1 <=? Z.of_N P) && (n0 <=? c)%N && parts_lower (map single moves) &&
  forallb (fun s => 0 <=? fst s) moves &&
  everywhere 0 0 (Z.of_N a + 1) (Z.of_N c + most moves + Z.of_N P) (right_at moves F) &&
  all_from n0 (c + P - n0) (fun n => F (Z.of_N a) (Z.of_N (n + p)) =? F (Z.of_N a) (Z.of_N n))%N.

Theorem finite_rows_law moves rows a n0 p c P :
  finite_rows_check moves rows a n0 p c P = true ->
  forall G, is_board_grundy (steps (map single moves)) G ->
  forall n, (n0 <= n)%N -> G (a, n + p)%N = G (a, n).
Proof.
  unfold finite_rows_check. set (table := table_of (concat rows)).
  set (F := row_value table (Z.of_N c) (Z.of_N P)).
  rewrite !andb_true_iff, Z.leb_le, N.leb_le. intros [[[[[HP NC] L] D] A] O] G HG.
  assert (V : forall X, (fst X <= a)%N -> G X = F (Z.of_N (fst X)) (Z.of_N (snd X))).
  { apply (values_of_table moves F (fun X => (fst X <= a)%N) G L HG).
    - intros X Y X' I. rewrite forallb_forall in D. apply In_steps in I as (q & i & j & I & T & E & _); auto.
      apply in_map_iff in I as (s & <- & I). specialize (D s I). apply Z.leb_le in D.
      destruct T as [-> _]. lia.
    - intros X X'. apply (rows_everywhere table (Z.of_N c) (Z.of_N P)) with (a := Z.of_N a); auto; lia. }
  assert (W : forall n, (c <= n)%N -> F (Z.of_N a) (Z.of_N (n + P)) = F (Z.of_N a) (Z.of_N n)).
  { intros n B. rewrite N2Z.inj_add. apply row_period; auto. lia. }
  intro n. rewrite !V by (cbn; lia). cbn [fst snd].
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro B.
  destruct (N.lt_ge_cases n (c + P)) as [S | S].
  - pose proof (all_from_spec _ _ _ O n B ltac:(lia)) as Q. now apply N.eqb_eq in Q.
  - replace (n + p)%N with (n - P + p + P)%N by lia. rewrite W, IH by lia.
    rewrite <- (W (n - P)%N) by lia. do 2 f_equal. lia.
Qed.

Theorem finite_columns_law moves rows a n0 p c P :
  finite_rows_check (map turned moves) rows a n0 p c P = true ->
  forall G, is_board_grundy (steps (map single moves)) G ->
  forall n, (n0 <= n)%N -> G (n + p, a)%N = G (n, a).
Proof.
  intros C G HG. exact (finite_rows_law _ rows a n0 p c P C _ (turned_grundy moves G HG)).
Qed.
