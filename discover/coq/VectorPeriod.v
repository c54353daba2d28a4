(** Finitely many steps: values that repeat along a vector, checked on two strips along the edges
    (discover/boards/theorems/vector_period.py).

    The table of the values is [rows] 0 <= y < d + b and [columns] 0 <= x < c + a, which repeat from
    [m] and [n] on with the periods [p] and [q]; every other square is lowered by (a, b) until it
    is there.  All of these are hints: the check accepts none that are wrong. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Boards FiniteSteps.
Import ListNotations.
Local Open Scope Z_scope.

(** Induction along a vector, beside two edges along periods. *)
Lemma sweep (Q : Z -> Z -> Prop) e f a b p q R T W H :
  1 <= a -> 1 <= b -> 1 <= p -> 1 <= q ->
  e <= R - a -> f <= T - b -> e <= W - p -> f <= H - q ->
  (forall x y, e <= x < W -> f <= y < T -> Q x y) ->
  (forall x y, e <= x < R -> f <= y < H -> Q x y) ->
  (forall x y, R <= x -> T <= y -> Q (x - a) (y - b) -> Q x y) ->
  (forall x y, W <= x -> f <= y < T -> Q (x - p) y -> Q x y) ->
  (forall x y, e <= x < R -> H <= y -> Q x (y - q) -> Q x y) ->
  forall x y, e <= x -> f <= y -> Q x y.
Proof.
  intros Ha Hb Hp Hq ER FT EW FH A B C D E.
  assert (K : forall k x y, (Z.to_nat (x - e + (y - f)) < k)%nat -> e <= x -> f <= y -> Q x y).
  { induction k as [| k IH]; intros x y L X Y; [lia |].
    destruct (Z.lt_ge_cases y T) as [y_low | y_high].
    - destruct (Z.lt_ge_cases x W); [apply A; lia |]. apply D; [lia | lia |]. apply IH; lia.
    - destruct (Z.lt_ge_cases x R).
      + destruct (Z.lt_ge_cases y H); [apply B; lia |]. apply E; [lia | lia |]. apply IH; lia.
      + apply C; [lia | lia |]. apply IH; lia. }
  intros x y. apply (K (S (Z.to_nat (x - e + (y - f))))). lia.
Qed.

Section Table.
  Variables (rows columns : tmap) (c d a b m p n q : Z).

  Definition lowered (x y : Z) : Z := Z.max 0 (Z.min ((x - c) / a) ((y - d) / b)).

  Definition entry (x y : Z) : N :=
    if y <? d + b then look rows (Z.to_N (y * (m + p) + folded m p x))
    else look columns (Z.to_N (x * (n + q) + folded n q y)).

  Definition value (x y : Z) : N :=
    let l := lowered x y in entry (x - l * a) (y - l * b).

  Hypotheses (Ha : 1 <= a) (Hb : 1 <= b) (Hp : 1 <= p) (Hq : 1 <= q).
  Hypothesis Hn : d + b <= n.

  Lemma value_vector x y : c <= x -> d <= y -> value (x + a) (y + b) = value x y.
  Proof.
    intros X Y. unfold value. replace (lowered (x + a) (y + b)) with (lowered x y + 1).
    - f_equal; lia.
    - unfold lowered.
      replace (x + a - c) with (x - c + 1 * a) by lia. rewrite Z.div_add by lia.
      replace (y + b - d) with (y - d + 1 * b) by lia. rewrite Z.div_add by lia.
      pose proof (Z.div_pos (x - c) a). pose proof (Z.div_pos (y - d) b). lia.
  Qed.

  (** The row repeats from here on, if it is at most [t] vectors above the edge. *)
  Lemma value_row t x y :
    0 <= t -> (y - d) / b <= t -> Z.max m c + a * t <= x -> value (x + p) y = value x y.
  Proof.
    intros T Y X. set (l := Z.max 0 ((y - d) / b)).
    assert (L : forall x', x <= x' -> lowered x' y = l).
    { intros x' L'. unfold lowered. fold l. assert ((y - d) / b <= (x' - c) / a); [| lia].
      apply Z.le_trans with t; auto. apply Z.div_le_lower_bound; lia. }
    unfold value. rewrite !L by lia. unfold entry.
    assert (B : y - l * b < d + b).
    { pose proof (Z.mod_pos_bound (y - d) b ltac:(lia)). pose proof (Z.div_mod (y - d) b ltac:(lia)). nia. }
    apply Z.ltb_lt in B. rewrite B. do 2 f_equal.
    replace (x + p - l * a) with (x - l * a + p) by lia. rewrite folded_period; auto.
    assert (l * a <= a * t) by nia. lia.
  Qed.

  Lemma value_column t x y :
    0 <= t -> (x - c) / a <= t -> Z.max n d + b * t <= y -> value x (y + q) = value x y.
  Proof.
    intros T X Y. set (l := Z.max 0 ((x - c) / a)).
    assert (L : forall y', y <= y' -> lowered x y' = l).
    { intros y' L'. unfold lowered. rewrite Z.min_l; auto.
      apply Z.le_trans with t; auto. apply Z.div_le_lower_bound; lia. }
    unfold value. rewrite !L by lia. unfold entry.
    assert (l * b <= b * t) by nia.
    destruct (Z.ltb_spec (y + q - l * b) (d + b)); [lia |].
    destruct (Z.ltb_spec (y - l * b) (d + b)); [lia |]. do 2 f_equal.
    replace (y + q - l * b) with (y - l * b + q) by lia. rewrite folded_period; auto. lia.
  Qed.

  (** * The rule of the mex *)

  Variable moves : list (Z * Z).

  Definition top : Z := d + most moves + b.
  Definition right : Z := c + most moves + a.
  Definition row_from (y : Z) : Z := Z.max m c + a * Z.max 0 ((y - d) / b).
  Definition column_from (x : Z) : Z := Z.max n d + b * Z.max 0 ((x - c) / a).
  Definition wide : Z := row_from (top + up moves - 1) + p + most moves.
  Definition high : Z := column_from (right + up moves - 1) + q + most moves.

  Lemma value_row_from y0 x y : y <= y0 -> row_from y0 <= x -> value (x + p) y = value x y.
  Proof.
    intros Y X. apply value_row with (Z.max 0 ((y0 - d) / b)); [lia | | exact X].
    pose proof (Z.div_le_mono (y - d) (y0 - d) b). lia.
  Qed.

  Lemma value_column_from x0 x y : x <= x0 -> column_from x0 <= y -> value x (y + q) = value x y.
  Proof.
    intros X Y. apply value_column with (Z.max 0 ((x0 - c) / a)); [lia | | exact Y].
    pose proof (Z.div_le_mono (x - c) (x0 - c) a). lia.
  Qed.

  Hypotheses (Hc : 0 <= c) (Hd : 0 <= d) (Hm : 0 <= m).

  Lemma right_everywhere :
    everywhere 0 0 wide top (right_at moves value) = true -> everywhere 0 0 right high (right_at moves value) = true ->
    forall x y, 0 <= x -> 0 <= y -> right_at moves value x y = true.
  Proof.
    intros A B. destruct (most_positive moves) as [K U].
    assert (TP : 0 <= a * Z.max 0 ((top + up moves - 1 - d) / b)) by nia.
    assert (RP : 0 <= b * Z.max 0 ((right + up moves - 1 - c) / a)) by nia.
    pose proof (everywhere_spec _ _ _ _ _ A) as A'. pose proof (everywhere_spec _ _ _ _ _ B) as B'.
    clear A B. unfold wide, high in *.
    set (W0 := row_from (top + up moves - 1)) in *. set (H0 := column_from (right + up moves - 1)) in *.
    assert (EW : Z.max m c <= W0).
    { unfold W0, row_from. revert TP. generalize (a * Z.max 0 ((top + up moves - 1 - d) / b)). lia. }
    assert (EH : Z.max n d <= H0).
    { unfold H0, column_from. revert RP. generalize (b * Z.max 0 ((right + up moves - 1 - c) / a)). lia. }
    clear TP RP.
    apply sweep with a b p q right top (W0 + p + most moves) (H0 + q + most moves); auto;
      try (unfold right, top; lia).
    - intros x y X Y. unfold right, top in X, Y. apply same_options.
      + intros [i j] I. apply within in I. cbn [fst snd] in *. split.
        * repeat match goal with |- context [0 <=? ?u] => destruct (Z.leb_spec 0 u) end; cbn; auto; lia.
        * intros _ _. replace (x - i) with (x - a - i + a) by lia.
          replace (y - j) with (y - b - j + b) by lia. apply value_vector; lia.
      + replace x with (x - a + a) at 1 by lia. replace y with (y - b + b) at 1 by lia.
        apply value_vector; lia.
    - intros x y X Y. apply same_options.
      + intros [i j] I. apply within in I. cbn [fst snd] in *. split.
        * repeat match goal with |- context [0 <=? ?u] => destruct (Z.leb_spec 0 u) end; cbn; auto; lia.
        * intros _ _. replace (x - i) with (x - p - i + p) by lia.
          apply value_row_from with (top + up moves - 1); fold W0; lia.
      + replace x with (x - p + p) at 1 by lia.
        apply value_row_from with (top + up moves - 1); fold W0; lia.
    - intros x y X Y. apply same_options.
      + intros [i j] I. apply within in I. cbn [fst snd] in *. split.
        * repeat match goal with |- context [0 <=? ?u] => destruct (Z.leb_spec 0 u) end; cbn; auto; lia.
        * intros _ _. replace (y - j) with (y - q - j + q) by lia.
          apply value_column_from with (right + up moves - 1); fold H0; lia.
      + replace y with (y - q + q) at 1 by lia.
        apply value_column_from with (right + up moves - 1); fold H0; lia.
  Qed.

  (** * The vectors *)

  Definition moved_same (u w x y : Z) : bool := (value (x + u) (y + w) =? value x y)%N.

  Definition vector_wide (e f u w : Z) : Z :=
    Z.max (row_from (Z.max d f + b - 1 + w)) e + p - e.
  Definition vector_high (e f u w : Z) : Z :=
    Z.max (column_from (Z.max c e + a - 1 + u)) f + q - f.

  Definition repeats (e f u w : Z) : bool :=
    everywhere e f (vector_wide e f u w) (Z.max d f + b - f) (moved_same u w) &&
    everywhere e f (Z.max c e + a - e) (vector_high e f u w) (moved_same u w).

  Lemma repeats_everywhere e f u w :
    0 <= e -> 0 <= f -> 0 <= u -> 0 <= w -> repeats e f u w = true ->
    forall x y, e <= x -> f <= y -> value (x + u) (y + w) = value x y.
  Proof.
    intros E F U W' A. unfold repeats in A. apply andb_true_iff in A as [A B].
    pose proof (everywhere_spec _ _ _ _ _ A) as A'. pose proof (everywhere_spec _ _ _ _ _ B) as B'.
    clear A B. unfold vector_wide, vector_high in *.
    set (W0 := row_from (Z.max d f + b - 1 + w)) in *.
    set (H0 := column_from (Z.max c e + a - 1 + u)) in *.
    apply sweep with a b p q (Z.max c e + a) (Z.max d f + b) (Z.max W0 e + p) (Z.max H0 f + q); auto;
      try lia.
    - intros x y X Y. apply N.eqb_eq. apply A'; lia.
    - intros x y X Y. apply N.eqb_eq. apply B'; lia.
    - intros x y X Y I. replace (x + u) with (x - a + u + a) by lia.
      replace (y + w) with (y - b + w + b) by lia. rewrite value_vector, I by lia.
      rewrite <- value_vector by lia. f_equal; lia.
    - intros x y X Y I. replace (x + u) with (x - p + u + p) by lia.
      rewrite value_row_from with (y0 := Z.max d f + b - 1 + w); fold W0; [| lia | lia].
      rewrite I. replace x with (x - p + p) at 2 by lia. symmetry.
      apply value_row_from with (Z.max d f + b - 1 + w); fold W0; lia.
    - intros x y X Y I. replace (y + w) with (y - q + w + q) by lia.
      rewrite value_column_from with (x0 := Z.max c e + a - 1 + u); fold H0; [| lia | lia].
      rewrite I. replace y with (y - q + q) at 2 by lia. symmetry.
      apply value_column_from with (Z.max c e + a - 1 + u); fold H0; lia.
  Qed.
End Table.

(** * The law of a game *)

(** Corner [(c, d)], vector [(a, b)]; the rows with [m] and [p], the columns with [n] and [q]. *)
Record strips := {
  corner : Z * Z; vector : Z * Z; along_rows : Z * Z; along_columns : Z * Z;
  of_rows : list (list N); of_columns : list (list N)
}.

Definition vectors_check (moves : list (Z * Z)) (s : strips) (e f : Z) (ws : list (Z * Z)) : bool :=
  let rows := table_of (concat (of_rows s)) in
  let columns := table_of (concat (of_columns s)) in
  let (c, d) := corner s in let (a, b) := vector s in
  let (m, p) := along_rows s in let (n, q) := along_columns s in
  (1 <=? a) && (1 <=? b) && (1 <=? p) && (1 <=? q) && (d + b <=? n) && (0 <=? c) && (0 <=? d) &&
  (0 <=? m) && (0 <=? e) && (0 <=? f) && parts_lower (map single moves) &&
  everywhere 0 0 (wide c d a b m p moves) (top d b moves)
    (right_at moves (value rows columns c d a b m p n q)) &&
  everywhere 0 0 (right c a moves) (high c d a b n q moves)
    (right_at moves (value rows columns c d a b m p n q)) &&
  forallb (fun w => (0 <=? fst w) && (0 <=? snd w) &&
    repeats rows columns c d a b m p n q e f (fst w) (snd w)) ws.

Theorem vectors_law moves s e f ws :
  vectors_check moves s (Z.of_N e) (Z.of_N f) (map (fun w => (Z.of_N (fst w), Z.of_N (snd w))) ws) = true ->
  forall G, is_board_grundy (steps (map single moves)) G ->
  forall w, In w ws ->
  forall x y, (e <= x)%N -> (f <= y)%N -> G (x + fst w, y + snd w)%N = G (x, y).
Proof.
  unfold vectors_check.
  set (rows := table_of (concat (of_rows s))). set (columns := table_of (concat (of_columns s))).
  destruct s as [[c d] [a b] [m p] [n q] lr lc]. cbn [corner vector along_rows along_columns].
  rewrite !andb_true_iff, !Z.leb_le.
  intros [[[[[[[[[[[[[Ha Hb] Hp] Hq] Hn] Hc] Hd] Hm] He] Hf] L] A] B] C] G HG w Iw x y X Y.
  set (F := value rows columns c d a b m p n q) in *.
  pose proof (right_everywhere rows columns c d a b m p n q Ha Hb Hp Hq Hn moves Hc Hd Hm A B) as M.
  assert (V : forall X, G X = F (Z.of_N (fst X)) (Z.of_N (snd X))).
  { intro Z. apply (values_of_table moves F (fun _ => True)); auto. intros; apply M; lia. }
  rewrite !V. cbn [fst snd]. rewrite !N2Z.inj_add.
  rewrite forallb_forall in C.
  specialize (C (Z.of_N (fst w), Z.of_N (snd w))). cbn [fst snd] in C.
  rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[W1 W2] C].
  - apply in_map_iff. exists w. auto.
  - apply (repeats_everywhere rows columns c d a b m p n q Ha Hb Hp Hq Hn
             (Z.of_N e) (Z.of_N f) (Z.of_N (fst w)) (Z.of_N (snd w))); auto; lia.
Qed.

Theorem vector_law moves s e f u w :
  vectors_check moves s (Z.of_N e) (Z.of_N f) [(Z.of_N u, Z.of_N w)] = true ->
  forall G, is_board_grundy (steps (map single moves)) G ->
  forall x y, (e <= x)%N -> (f <= y)%N -> G (x + u, y + w)%N = G (x, y).
Proof.
  intros C G H. exact (vectors_law moves s e f [(u, w)] C G H (u, w) (or_introl eq_refl)).
Qed.
