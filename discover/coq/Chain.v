(** Boards on which the longest play counts: multiples of one step that no step undercuts
    (discover/boards/theorems/longest_chain.py), and the larger number lowered to the smaller one
    (discover/boards/theorems/difference.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Boards.
Import ListNotations.
Local Open Scope N_scope.

(** How often (a, b) can be taken from (x, y); a part 0 does not matter. *)
Definition often (a b x y : N) : N :=
  if a =? 0 then y / b else if b =? 0 then x / a else N.min (x / a) (y / b).

(** All steps of the part have i >= a, j >= b. *)
Definition above (a b : Z) (p : part) : bool :=
  match p with
  | Step i j | Quadrant i j => (a <=? i)%Z && (b <=? j)%Z
  | Ray i j d e => (a <=? i)%Z && (b <=? j)%Z && (0 <=? d)%Z && (0 <=? e)%Z
  end.

(** All multiples of (a, b) are steps of the part; [m] times the direction of a ray is (a, b). *)
Definition holds_multiples (a b m : Z) (p : part) : bool :=
  match p with
  | Step i j => false
  | Quadrant i j => (i <=? a)%Z && (j <=? b)%Z
  | Ray i j d e => (i =? a)%Z && (j =? b)%Z && (0 <=? m)%Z && (a =? m * d)%Z && (b =? m * e)%Z
  end.

Definition chain_check (parts : list part) (a b m : N) : bool :=
  (1 <=? a + b) && parts_lower parts &&
  forallb (above (Z.of_N a) (Z.of_N b)) parts &&
  existsb (holds_multiples (Z.of_N a) (Z.of_N b) (Z.of_N m)) parts.

Lemma above_spec a b p i j : above a b p = true -> takes p i j -> (a <= i /\ b <= j)%Z.
Proof.
  destruct p as [u v | u v d e | u v]; cbn [above takes]; rewrite ?andb_true_iff, ?Z.leb_le; intros A T.
  - lia.
  - destruct A as [[[A B] C] D], T as (t & T & -> & ->). nia.
  - lia.
Qed.

Lemma multiples_spec a b m p t :
  holds_multiples a b m p = true -> (0 <= a)%Z -> (0 <= b)%Z -> (1 <= t)%Z -> takes p (t * a) (t * b).
Proof.
  destruct p as [u v | u v d e | u v]; cbn [holds_multiples takes]; [discriminate | |];
    rewrite !andb_true_iff, ?Z.leb_le, ?Z.eqb_eq; intros H A B T.
  - destruct H as [[[[-> ->] M] E] F]. exists ((t - 1) * m)%Z.
    split; [apply Z.mul_nonneg_nonneg; lia |]. split; [rewrite E at 1 2 | rewrite F at 1 2]; ring.
  - nia.
Qed.

Lemma often_lowered a b x y t :
  1 <= a + b -> t * a <= x -> t * b <= y -> often a b (x - t * a) (y - t * b) = often a b x y - t.
Proof.
  intros P X Y. unfold often.
  assert (D : forall c z, c <> 0 -> t * c <= z -> (z - t * c) / c = z / c - t).
  { intros c z C L. replace (z / c) with ((z - t * c + t * c) / c) by (f_equal; lia).
    rewrite N.div_add by auto. symmetry. apply N.add_sub. }
  destruct (N.eqb_spec a 0), (N.eqb_spec b 0); try lia; rewrite ?D by auto; auto.
  generalize (x / a) (y / b). lia.
Qed.

Lemma often_possible a b x y t : 1 <= a + b -> t <= often a b x y -> t * a <= x /\ t * b <= y.
Proof.
  intros P L. unfold often in L.
  assert (D : forall c z, c <> 0 -> t <= z / c -> t * c <= z).
  { intros c z C M. pose proof (N.mul_div_le z c C). nia. }
  destruct (N.eqb_spec a 0) as [-> | A], (N.eqb_spec b 0) as [-> | B]; try lia; rewrite ?N.mul_0_r.
  - split; [lia | now apply D].
  - split; [now apply D | lia].
  - revert L. generalize (D a x A) (D b y B). generalize (x / a) (y / b). lia.
Qed.

Lemma often_mono a b x y x' y' : x <= x' -> y <= y' -> often a b x y <= often a b x' y'.
Proof.
  intros X Y. unfold often.
  assert (D : forall c z z', c <> 0 -> z <= z' -> z / c <= z' / c) by (intros; now apply N.div_le_mono).
  destruct (N.eqb_spec a 0) as [-> | A]; [| destruct (N.eqb_spec b 0) as [-> | B]].
  - destruct b; [now destruct y, y' |]. now apply D.
  - now apply D.
  - generalize (D a x x' A X) (D b y y' B Y). generalize (x / a) (y / b) (x' / a) (y' / b). lia.
Qed.

Theorem chain_law parts a b m :
  chain_check parts a b m = true ->
  forall G, is_board_grundy (steps parts) G -> forall x y, G (x, y) = often a b x y.
Proof.
  unfold chain_check. rewrite !andb_true_iff, N.leb_le. intros [[[P L] A] M] G HG x y.
  rewrite forallb_forall in A. apply existsb_exists in M as (p & Ip & M).
  apply (board_law _ (steps_end _ L) (fun X => often a b (fst X) (snd X))); auto.
  clear x y G HG. intros [x y]. cbn [fst snd]. split.
  - intros ([u v] & I & E). apply In_steps in I as (p' & i & j & I & T & LX & LY); auto.
    cbn [fst snd] in *. destruct (above_spec _ _ _ _ _ (A p' I) T) as [HI HJ].
    assert (C : often a b u v <= often a b (x - 1 * a) (y - 1 * b)) by (apply often_mono; lia).
    rewrite often_lowered in C by lia.
    assert (1 <= often a b x y); [| lia].
    assert (D : often a b (1 * a) (1 * b) = 1).
    { unfold often. rewrite !N.mul_1_l.
      destruct (N.eqb_spec a 0), (N.eqb_spec b 0); try lia; rewrite ?N.div_same by auto; lia. }
    rewrite <- D. apply often_mono; lia.
  - intros w W. set (t := often a b x y - w).
    destruct (often_possible a b x y t P) as [TX TY]; [unfold t; lia |].
    exists (x - t * a, y - t * b). cbn [fst snd]. rewrite often_lowered by auto. split; [| unfold t; lia].
    apply In_steps; auto. exists p, (Z.of_N t * Z.of_N a)%Z, (Z.of_N t * Z.of_N b)%Z.
    split; auto. split; [apply (multiples_spec _ _ (Z.of_N m)); auto; unfold t; lia |].
    unfold leads. cbn [fst snd]. lia.
Qed.

(** * All smaller squares on the way to the corner: x + y *)

Definition holds_line (i j : Z) (p : part) : bool :=
  match p with
  | Quadrant a b => (a <=? i)%Z && (b <=? j)%Z && (0 <=? i)%Z && (0 <=? j)%Z
  | Ray a b d e => (a =? i)%Z && (b =? j)%Z && (d =? i)%Z && (e =? j)%Z
  | Step _ _ => false
  end.
Definition holds_inner (p : part) : bool :=
  match p with Quadrant a b => (a <=? 1)%Z && (b <=? 1)%Z | _ => false end.

Definition sum_check (parts : list part) : bool :=
  parts_lower parts && existsb (holds_line 1 0) parts && existsb (holds_line 0 1) parts &&
  existsb holds_inner parts.

Lemma line_spec i j p t :
  holds_line i j p = true -> (1 <= t)%Z -> takes p (t * i) (t * j).
Proof.
  destruct p as [u v | u v d e | u v]; cbn [holds_line takes]; [discriminate | |];
    rewrite !andb_true_iff, ?Z.leb_le, ?Z.eqb_eq; intros H T.
  - destruct H as [[[-> ->] ->] ->]. exists (t - 1)%Z. split; [lia |]. split; ring.
  - nia.
Qed.

Theorem sum_law parts :
  sum_check parts = true ->
  forall G, is_board_grundy (steps parts) G -> forall x y, G (x, y) = x + y.
Proof.
  unfold sum_check. rewrite !andb_true_iff. intros [[[L A] B] C] G HG x y.
  apply existsb_exists in A as (p & Ip & A), B as (q & Iq & B), C as (o & Io & C).
  apply (board_law _ (steps_end _ L) size); auto.
  clear x y G HG. intros [x y]. split.
  - intros (Y & I & E). apply (steps_lower _ L) in I. lia.
  - intros w W. unfold size in W. cbn [fst snd] in W.
    set (s := x + y - w). set (i := N.min x s). set (j := s - i).
    exists (x - i, y - j). split; [| unfold size; cbn [fst snd]; lia].
    apply In_steps; auto. unfold leads. cbn [fst snd].
    destruct (N.eq_dec i 0) as [Zi | Ni]; [| destruct (N.eq_dec j 0) as [Zj | Nj]].
    + exists q, (Z.of_N j * 0)%Z, (Z.of_N j * 1)%Z. split; auto.
      split; [apply (line_spec 0 1); auto; lia | lia].
    + exists p, (Z.of_N i * 1)%Z, (Z.of_N i * 0)%Z. split; auto.
      split; [apply (line_spec 1 0); auto; lia | lia].
    + exists o, (Z.of_N i), (Z.of_N j). split; auto. split; [| lia].
      destruct o; cbn [holds_inner takes] in *; try discriminate.
      apply andb_true_iff in C as [C D]. apply Z.leb_le in C, D. lia.
Qed.

(** * The difference *)

(** Lower the larger coordinate to anything that is at least the smaller one. *)
Definition towards_the_smaller : board := fun X =>
  let (x, y) := X in
  map (fun a => (a, y)) (upto (N.to_nat (x - y)) y) ++ map (fun b => (x, b)) (upto (N.to_nat (y - x)) x).

Lemma In_towards x y Y :
  In Y (towards_the_smaller (x, y)) <->
  (y <= fst Y < x /\ snd Y = y) \/ (fst Y = x /\ x <= snd Y < y).
Proof.
  unfold towards_the_smaller. rewrite in_app_iff, !in_map_iff. split.
  - intros [(a & <- & I) | (b & <- & I)]; apply In_upto in I; cbn [fst snd]; lia.
  - destruct Y as [u v]. cbn [fst snd].
    intros [[A ->] | [-> A]]; [left; exists u | right; exists v]; split; auto; apply In_upto; lia.
Qed.

Lemma towards_lowers : lowers towards_the_smaller.
Proof. intros [x y] Y I. apply In_towards in I. unfold size. cbn [fst snd]. lia. Qed.

Lemma towards_exists : exists G, is_board_grundy towards_the_smaller G.
Proof. apply board_exists, lowers_ends, towards_lowers. Qed.

Theorem difference_law G :
  is_board_grundy towards_the_smaller G -> forall x y, G (x, y) = N.max x y - N.min x y.
Proof.
  intros HG x y.
  apply (board_law _ (lowers_ends _ towards_lowers) (fun X => N.max (fst X) (snd X) - N.min (fst X) (snd X))); auto.
  clear x y G HG. intros [x y]. cbn [fst snd]. split.
  - intros (Y & I & E). apply In_towards in I. lia.
  - intros w W. destruct (N.le_gt_cases y x).
    + exists (y + w, y). rewrite In_towards. cbn [fst snd]. lia.
    + exists (x, x + w). rewrite In_towards. cbn [fst snd]. lia.
Qed.
