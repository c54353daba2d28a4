(** Boards with finitely many steps (discover/boards/theorems/vector_period.py): a table that
    satisfies the rule of the mex is that of the game. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Boards.
Import ListNotations.
Local Open Scope Z_scope.

(** Where a sequence that repeats from [m] on with the period [p] has its value. *)
Definition folded (m p x : Z) : Z := if x <? m + p then x else m + (x - m) mod p.

Lemma folded_period m p x : 1 <= p -> m <= x -> folded m p (x + p) = folded m p x.
Proof.
  intros P L. unfold folded. destruct (Z.ltb_spec (x + p) (m + p)); [lia |].
  replace (x + p - m) with (x - m + 1 * p) by lia. rewrite Z.mod_add by lia.
  destruct (Z.ltb_spec x (m + p)); auto. rewrite Z.mod_small; lia.
Qed.

(** [P] at all squares e <= x < e + w, f <= y < f + h. *)
Definition everywhere (e f w h : Z) (P : Z -> Z -> bool) : bool :=
  all_from 0 (Z.to_N w) (fun x => all_from 0 (Z.to_N h) (fun y => P (e + Z.of_N x) (f + Z.of_N y))).

Lemma everywhere_spec e f w h P :
  everywhere e f w h P = true -> forall x y, e <= x < e + w -> f <= y < f + h -> P x y = true.
Proof.
  unfold everywhere. intros A x y X Y.
  pose proof (all_from_spec _ _ _ A (Z.to_N (x - e))) as B. cbn beta in B.
  pose proof (all_from_spec _ _ _ (B ltac:(lia) ltac:(lia)) (Z.to_N (y - f)) ltac:(lia) ltac:(lia)) as C.
  cbn beta in C. rewrite !Z2N.id in C by lia.
  replace (e + (x - e)) with x in C by lia. now replace (f + (y - f)) with y in C by lia.
Qed.

Definition single (s : Z * Z) : part := Step (fst s) (snd s).

Section Table.
  Variable moves : list (Z * Z).
  Variable F : Z -> Z -> N.

  Definition options_values (x y : Z) : list N :=
    flat_map (fun s => let i := x - fst s in let j := y - snd s in
      if (0 <=? i) && (0 <=? j) then [F i j] else []) moves.

  Definition right_at (x y : Z) : bool := (F x y =? mex (options_values x y))%N.

  Lemma same_options x y x' y' :
    (forall s, In s moves ->
     (0 <=? x - fst s) && (0 <=? y - snd s) = (0 <=? x' - fst s) && (0 <=? y' - snd s) /\
     (0 <= x - fst s -> 0 <= y - snd s -> F (x - fst s) (y - snd s) = F (x' - fst s) (y' - snd s))) ->
    F x y = F x' y' -> right_at x' y' = true -> right_at x y = true.
  Proof.
    intros S E. unfold right_at. rewrite E. replace (options_values x y) with (options_values x' y'); auto.
    unfold options_values. clear E. induction moves as [| s l IH]; cbn; auto.
    rewrite IH by (intros; apply S; now right). f_equal.
    destruct (S s (or_introl eq_refl)) as [L V]. rewrite <- L.
    destruct (Z.leb_spec 0 (x - fst s)), (Z.leb_spec 0 (y - snd s)); cbn; auto. f_equal. symmetry. auto.
  Qed.

  (** The most that a move takes from a coordinate, or adds. *)
  Definition most : Z := fold_right (fun s k => Z.max (Z.max (fst s) (snd s)) k) 0 moves.
  Definition up : Z := fold_right (fun s k => Z.max (Z.max (- fst s) (- snd s)) k) 0 moves.

  Lemma within s : In s moves -> fst s <= most /\ snd s <= most /\ - fst s <= up /\ - snd s <= up.
  Proof.
    unfold most, up. induction moves as [| r l IH]; [contradiction |]. cbn [fold_right].
    intros [-> | I]; [lia | apply IH in I; lia].
  Qed.

  Lemma most_positive : 0 <= most /\ 0 <= up.
  Proof. unfold most, up. induction moves as [| r l IH]; cbn [fold_right]; lia. Qed.

  (** On squares that no move leaves, a table with the rule of the mex has the values. *)
  Theorem values_of_table (D : square -> Prop) G :
    parts_lower (map single moves) = true -> is_board_grundy (steps (map single moves)) G ->
    (forall X Y, D X -> In Y (steps (map single moves) X) -> D Y) ->
    (forall X, D X -> right_at (Z.of_N (fst X)) (Z.of_N (snd X)) = true) ->
    forall X, D X -> G X = F (Z.of_N (fst X)) (Z.of_N (snd X)).
  Proof.
    intros L HG C R X. induction X as [X IH] using (well_founded_induction (steps_end _ L)). intro DX.
    pose proof (R X DX) as M. apply N.eqb_eq in M. rewrite (HG X), M. f_equal.
    transitivity (map (fun Y => F (Z.of_N (fst Y)) (Z.of_N (snd Y))) (steps (map single moves) X)).
    - apply map_ext_in. intros Y I. apply IH; auto. now apply (C X).
    - unfold options_values, steps. destruct X as [u v]. cbn [fst snd]. clear.
      induction moves as [| [i j] l IH]; cbn [map flat_map]; auto. rewrite map_app, <- IH. f_equal.
      unfold single, options_by, after. cbn [fst snd].
      destruct (Z.leb_spec 0 (Z.of_N u - i)), (Z.leb_spec 0 (Z.of_N v - j)); cbn [andb map fst snd]; auto.
      now rewrite !Z2N.id by lia.
  Qed.
End Table.

(** * Rows and columns exchanged *)

Definition turned (s : Z * Z) : Z * Z := (snd s, fst s).

Lemma turned_grundy moves G :
  is_board_grundy (steps (map single moves)) G ->
  is_board_grundy (steps (map single (map turned moves))) (fun X => G (snd X, fst X)).
Proof.
  intros HG [x y]. cbn [fst snd]. rewrite (HG (y, x)). f_equal. unfold steps.
  clear HG. induction moves as [| [i j] l IH]; cbn [map flat_map]; auto. rewrite !map_app, IH. f_equal.
  unfold single, turned, options_by, after. cbn [fst snd]. rewrite andb_comm.
  destruct (_ && _); reflexivity.
Qed.
