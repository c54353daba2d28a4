(** Games of one token on the squares (x, y) of the quarter plane (rules/boards/board.py): options,
    the Grundy function.

    A board is a function from a square to the list of the squares to which the token may move.
    The definitions beside those of [Grundy.v]: these few lines are what a reader has to believe. *)
From Coq Require Import ZArith NArith List Lia Bool Wellfounded.
From Mexplore Require Import Grundy.
Import ListNotations.
Local Open Scope N_scope.

Definition square := (N * N)%type.
Definition board := square -> list square.

Definition is_board_grundy (options : board) (G : square -> N) : Prop :=
  forall X, G X = mex (map G (options X)).

(** Play ends, wherever it begins. *)
Definition play_ends (options : board) : Prop :=
  Coq.Init.Wf.well_founded (fun Y X => In Y (options X)).

(** * The values of the options of a square *)

Definition value_at (options : board) (G : square -> N) (X : square) (v : N) : Prop :=
  exists Y, In Y (options X) /\ v = G Y.

Lemma mex_at options G X v :
  is_mex (value_at options G X) v <-> v = mex (map G (options X)).
Proof.
  assert (H : is_mex (value_at options G X) (mex (map G (options X)))).
  { apply (is_mex_same (fun u => In u (map G (options X)))); [| apply mex_spec].
    intro u. rewrite in_map_iff. split; intros (Y & A & B); exists Y; auto. }
  split.
  - intro K. now apply (is_mex_unique _ _ _ _ K H).
  - now intros ->.
Qed.

Lemma board_grundy_is_mex options G :
  is_board_grundy options G -> forall X, is_mex (value_at options G X) (G X).
Proof. intros H X. apply mex_at, H. Qed.

(** * The Grundy function exists and is unique *)

(** [map] of a function that is only known on the members of the list. *)
Fixpoint map_in {A B} (l : list A) : (forall x, In x l -> B) -> list B :=
  match l with
  | [] => fun _ => []
  | a :: l => fun f => f a (or_introl eq_refl) :: map_in l (fun x H => f x (or_intror H))
  end.

Lemma map_in_ext {A B} (l : list A) (f g : forall x, In x l -> B) :
  (forall x H, f x H = g x H) -> map_in l f = map_in l g.
Proof. induction l as [| a l IH]; intro E; cbn; auto. f_equal; auto. Qed.

Lemma map_in_map {A B} (l : list A) (f : A -> B) : map_in l (fun x _ => f x) = map f l.
Proof. induction l as [| a l IH]; cbn; auto. now f_equal. Qed.

Section Exists.
  Variable options : board.
  Hypothesis ends : play_ends options.

  Theorem board_grundy_unique G H :
    is_board_grundy options G -> is_board_grundy options H -> forall X, G X = H X.
  Proof.
    intros HG HH X. induction X as [X IH] using (well_founded_induction ends).
    rewrite (HG X), (HH X). f_equal. apply map_ext_in. auto.
  Qed.

  Definition board_grundy : square -> N :=
    Fix ends (fun _ => N) (fun X value => mex (map_in (options X) value)).

  Theorem board_grundy_exists : is_board_grundy options board_grundy.
  Proof.
    intro X. unfold board_grundy. rewrite Fix_eq.
    - now rewrite map_in_map.
    - intros Y f g E. f_equal. now apply map_in_ext.
  Qed.

  Theorem board_exists : exists G, is_board_grundy options G.
  Proof. exists board_grundy. apply board_grundy_exists. Qed.

  (** What satisfies the rule of the mex everywhere is the Grundy function. *)
  Theorem board_law F :
    (forall X, is_mex (value_at options F X) (F X)) ->
    forall G, is_board_grundy options G -> forall X, G X = F X.
  Proof.
    intros M G H. apply board_grundy_unique; auto. intro X. apply mex_at, M.
  Qed.

  (** A set from which no move leads into it, while from every other square one does, is that of
      the zeros. *)
  Theorem board_zeros (S : square -> Prop) :
    (forall X, S X \/ ~ S X) ->
    (forall X Y, S X -> In Y (options X) -> ~ S Y) ->
    (forall X, ~ S X -> exists Y, In Y (options X) /\ S Y) ->
    forall G, is_board_grundy options G -> forall X, G X = 0 <-> S X.
  Proof.
    intros D O I G H X. induction X as [X IH] using (well_founded_induction ends).
    destruct (board_grundy_is_mex _ _ H X) as [A B]. split.
    - intro Z. destruct (D X) as [Y | N]; auto. destruct (I X N) as (Y & HY & SY).
      exfalso. apply A. exists Y. split; auto. rewrite Z. symmetry. now apply IH.
    - intro SX. destruct (N.eq_dec (G X) 0) as [E | NE]; auto. exfalso.
      destruct (B 0) as (Y & HY & E); [lia |]. apply (O X Y SX HY), (IH Y HY). now symmetry.
  Qed.
End Exists.

(** * Moves that lower x + y *)

Definition size (X : square) : N := fst X + snd X.

Definition lowers (options : board) : Prop := forall X Y, In Y (options X) -> size Y < size X.

Lemma lowers_ends options : lowers options -> play_ends options.
Proof.
  intro L. apply (wf_incl _ _ (fun Y X => size Y < size X)); [intros Y X; apply L |].
  apply (wf_inverse_image _ _ N.lt size), N.lt_wf_0.
Qed.

Lemma value_at_most options G :
  lowers options -> is_board_grundy options G -> forall X, G X <= size X.
Proof.
  intros L H X. induction X as [X IH] using (well_founded_induction (lowers_ends _ L)).
  destruct (N.le_gt_cases (G X) (size X)) as [E | E]; auto. exfalso.
  destruct (proj2 (board_grundy_is_mex _ _ H X) _ E) as (Y & I & V).
  pose proof (IH Y I). pose proof (L X Y I). lia.
Qed.

(** * Boards whose moves take the same from every square *)

Local Open Scope Z_scope.

(** What a move may take from (x, y): (i, j) alone; (i, j), (i + d, j + e), (i + 2d, j + 2e), ...;
    all (i + t, j + u) with t, u >= 0.  A negative part adds. *)
Inductive part := Step (i j : Z) | Ray (i j d e : Z) | Quadrant (i j : Z).

(** The square after (i, j) is taken, if it is on the quarter plane. *)
Definition after (X : square) (i j : Z) : list square :=
  let a := Z.of_N (fst X) - i in
  let b := Z.of_N (snd X) - j in
  if (0 <=? a) && (0 <=? b) then [(Z.to_N a, Z.to_N b)] else [].

(** The numbers 0, 1, ..., x + y. *)
Definition times (X : square) : list Z := map Z.of_N (upto (S (N.to_nat (size X))) 0).

Definition options_by (X : square) (p : part) : list square :=
  match p with
  | Step i j => after X i j
  | Ray i j d e => flat_map (fun t => after X (i + d * t) (j + e * t)) (times X)
  | Quadrant i j => flat_map (fun t => flat_map (fun u => after X (i + t) (j + u)) (times X)) (times X)
  end.

Definition steps (parts : list part) : board := fun X => flat_map (options_by X) parts.

Definition takes (p : part) (i j : Z) : Prop :=
  match p with
  | Step a b => i = a /\ j = b
  | Ray a b d e => exists t, 0 <= t /\ i = a + d * t /\ j = b + e * t
  | Quadrant a b => a <= i /\ b <= j
  end.

(** Every step of the part lowers x + y. *)
Definition part_lowers (p : part) : bool :=
  match p with
  | Step i j | Quadrant i j => 0 <? i + j
  | Ray i j d e => (0 <? i + j) && (0 <? d + e)
  end.

Lemma takes_lowers p i j : part_lowers p = true -> takes p i j -> 0 < i + j.
Proof.
  destruct p as [a b | a b d e | a b]; cbn [part_lowers takes]; rewrite ?andb_true_iff; intros L T.
  - lia.
  - destruct L as [A B], T as (t & T & -> & ->). apply Z.ltb_lt in A. apply Z.ltb_lt in B. nia.
  - lia.
Qed.

Definition leads (X Y : square) (i j : Z) : Prop :=
  Z.of_N (fst Y) = Z.of_N (fst X) - i /\ Z.of_N (snd Y) = Z.of_N (snd X) - j.

Lemma In_after X Y i j : In Y (after X i j) <-> leads X Y i j.
Proof.
  unfold after, leads. destruct Y as [a b]. cbn [fst snd].
  destruct (Z.leb_spec 0 (Z.of_N (fst X) - i)), (Z.leb_spec 0 (Z.of_N (snd X) - j)); cbn [andb In].
  - split.
    + intros [E | []]. injection E as <- <-. lia.
    + intros [A B]. left. f_equal; lia.
  - split; [contradiction | lia].
  - split; [contradiction | lia].
  - split; [contradiction | lia].
Qed.

Lemma In_times X t : In t (times X) <-> 0 <= t <= Z.of_N (size X).
Proof.
  unfold times. rewrite in_map_iff. split.
  - intros (n & <- & I). apply In_upto in I. lia.
  - intro B. exists (Z.to_N t). split; [lia |]. apply In_upto. lia.
Qed.

Lemma In_options_by X Y p :
  part_lowers p = true -> (In Y (options_by X p) <-> exists i j, takes p i j /\ leads X Y i j).
Proof.
  intro L. pose proof L as L'. unfold leads.
  destruct p as [a b | a b d e | a b]; cbn [part_lowers takes options_by] in *.
  - rewrite In_after. unfold leads. split.
    + intro H. exists a, b. auto.
    + now intros (i & j & [-> ->] & H).
  - rewrite in_flat_map. rewrite !andb_true_iff in L. destruct L as [A B].
    apply Z.ltb_lt in A. apply Z.ltb_lt in B. split.
    + intros (t & T & H). apply In_times in T. apply In_after in H.
      exists (a + d * t), (b + e * t). split; [exists t; lia | exact H].
    + intros (i & j & (t & T & -> & ->) & H). exists t. rewrite In_times, In_after. split; [| exact H].
      unfold size. nia.
  - rewrite in_flat_map. apply Z.ltb_lt in L. split.
    + intros (t & T & H). apply in_flat_map in H as (u & U & H). apply In_times in T, U.
      apply In_after in H. exists (a + t), (b + u). split; [lia | exact H].
    + intros (i & j & [I J] & H1 & H2). exists (i - a). rewrite In_times, in_flat_map.
      unfold size in *. split; [lia |]. exists (j - b). rewrite In_times, In_after. unfold leads, size.
      split; lia.
Qed.

Definition parts_lower (parts : list part) : bool := forallb part_lowers parts.

Lemma In_steps parts X Y :
  parts_lower parts = true ->
  (In Y (steps parts X) <-> exists p i j, In p parts /\ takes p i j /\ leads X Y i j).
Proof.
  intro L. unfold parts_lower in L. rewrite forallb_forall in L. unfold steps.
  rewrite in_flat_map. split.
  - intros (p & I & H). apply In_options_by in H as (i & j & T & H); auto. now exists p, i, j.
  - intros (p & i & j & I & T & H). exists p. split; auto. apply In_options_by; eauto.
Qed.

Lemma steps_lower parts : parts_lower parts = true -> lowers (steps parts).
Proof.
  intros L X Y I. pose proof L as L'. unfold parts_lower in L'. rewrite forallb_forall in L'.
  apply In_steps in I as (p & i & j & I & T & A & B); auto.
  pose proof (takes_lowers p i j (L' p I) T). unfold size. lia.
Qed.

Lemma steps_end parts : parts_lower parts = true -> play_ends (steps parts).
Proof. intro L. now apply lowers_ends, steps_lower. Qed.

Theorem steps_exist parts :
  parts_lower parts = true -> exists G, is_board_grundy (steps parts) G.
Proof. intro L. apply board_exists. now apply steps_end. Qed.
