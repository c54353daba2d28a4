(** Laws with parameters whose values are linear in digits, for games of ranges
    (discover/families/ranges/theorem.py).

    Unknowns are the number 1, parameters, the digits of a position x, and behind them those of a
    second position or of a value. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Linear Digits.
Import ListNotations.
Local Open Scope Z_scope.

(** * Games: to remove s tokens, where [takes s] *)

Definition remove (takes : Z -> bool) : rule :=
  fun n => map (fun s => [(n - s)%N]) (filter (fun s => takes (Z.of_N s)) (upto (N.to_nat n) 1)).

Definition listed (ranges : list (Z * Z)) (s : Z) : bool :=
  existsb (fun r => (fst r <=? s) && (s <=? snd r)) ranges.

(** The ranges [low, high] of numbers that may be removed; all others may be. *)
Definition take_in (ranges : list (Z * Z)) : rule := remove (listed ranges).
Definition take_outside (ranges : list (Z * Z)) : rule := remove (fun s => negb (listed ranges s)).

Lemma In_remove takes n o :
  In o (remove takes n) <->
  exists s, (1 <= s <= n)%N /\ takes (Z.of_N s) = true /\ o = [(n - s)%N].
Proof.
  unfold remove. rewrite in_map_iff. split.
  - intros (s & <- & I). apply filter_In in I as [I T]. apply In_upto in I. exists s.
    repeat split; auto; lia.
  - intros (s & B & T & ->). exists s. split; auto. apply filter_In. split; auto.
    apply In_upto. lia.
Qed.

Lemma remove_wf takes : well_founded (remove takes).
Proof. intros n o h I J. apply In_remove in I as (s & B & _ & ->). destruct J as [<- | []]. lia. Qed.

Lemma value_remove takes G n v :
  value_of (remove takes) G n v <->
  exists s, (1 <= s <= n)%N /\ takes (Z.of_N s) = true /\ v = G (n - s)%N.
Proof.
  unfold value_of. split.
  - intros (o & I & ->). apply In_remove in I as (s & B & T & ->). exists s.
    repeat split; auto; try apply B. apply N.lxor_0_r.
  - intros (s & B & T & ->). exists [(n - s)%N]. split; [apply In_remove; now exists s |].
    symmetry. apply N.lxor_0_r.
Qed.

(** * The theorem, of any points with numbers and values *)

Section Points.
  Variables (E : Type) (val : E -> Z) (V : Z -> E -> Prop) (takes : Z -> bool) (G : N -> N).
  Hypothesis HG : is_grundy (remove takes) G.
  Hypothesis nonneg : forall v x, V v x -> 0 <= val x /\ 0 <= v.
  Hypothesis every : forall n, exists v x, V v x /\ val x = Z.of_N n.
  Hypothesis away : forall v x w y, V v x -> V w y ->
    1 <= val x - val y -> takes (val x - val y) = true -> v <> w.
  Hypothesis reach : forall v x w, V v x -> 0 <= w < v ->
    exists y, V w y /\ 1 <= val x - val y /\ takes (val x - val y) = true.

  Theorem value_of_position v x : V v x -> G (Z.to_N (val x)) = Z.to_N v.
  Proof.
    remember (Z.to_N (val x)) as n eqn:En. revert v x En.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros v x En H.
    destruct (nonneg v x H) as [Px Pv].
    refine (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG n) _ (fun _ => iff_refl _)). split.
    - intro M. apply value_remove in M as (s & B & T & Ev).
      destruct (every (n - s)%N) as (w & y & Vy & Ey).
      assert (Es : val x - val y = Z.of_N s) by lia.
      apply (away v x w y H Vy); rewrite ?Es; auto; [lia |].
      assert (W := IH (n - s)%N ltac:(lia) w y ltac:(lia) Vy).
      destruct (nonneg w y Vy) as [_ Pw]. lia.
    - intros w Lw. apply value_remove.
      destruct (reach v x (Z.of_N w) H ltac:(lia)) as (y & Vy & B & T).
      destruct (nonneg _ y Vy) as [Py _].
      exists (Z.to_N (val x - val y)). split; [lia |]. rewrite Z2N.id by lia. split; auto.
      replace (n - Z.to_N (val x - val y))%N with (Z.to_N (val y)) by lia.
      rewrite (IH (Z.to_N (val y)) ltac:(lia) _ y eq_refl Vy). lia.
  Qed.

  Variables (p s : Z).
  Hypothesis period : forall v x, V v x -> exists y, V (v + s) y /\ val y = val x + p.

  (** G(n + p) = G(n) + s, in integers. *)
  Theorem period_of_positions : 1 <= p ->
    forall n, Z.of_N (G (n + Z.to_N p)%N) = Z.of_N (G n) + s.
  Proof.
    intros Hp n. destruct (every n) as (v & x & H & Ex). destruct (period v x H) as (y & Hy & Ey).
    destruct (nonneg v x H) as [_ A]. destruct (nonneg _ y Hy) as [_ B].
    apply value_of_position in H, Hy. rewrite Ex in *. rewrite N2Z.id in H.
    replace (Z.to_N (val y)) with (n + Z.to_N p)%N in Hy by lia. rewrite H, Hy. lia.
  Qed.
End Points.

(** Every number is that of a point, if 0 is and the next one always. *)
Lemma numbers_of (E : Type) (val : E -> Z) (V : E -> Prop) :
  (exists x, V x /\ val x = 0) -> (forall x, V x -> exists y, V y /\ val y = val x + 1) ->
  forall n, exists x, V x /\ val x = Z.of_N n.
Proof.
  intros zero next n. induction n as [| n IH] using N.peano_ind; [exact zero |].
  destruct IH as (x & H & E1). destruct (next x H) as (y & W & E2). exists y. split; auto. lia.
Qed.

(** * Vectors *)

Fixpoint plus (a b : vector) : vector :=
  match a, b with [], b => b | a, [] => a | f :: a, g :: b => add f g :: plus a b end.

Definition minus (a b : vector) : vector := plus a (map (scale (-1)) b).

(** Entries that are 0. *)
Fixpoint zeros (d : vector) : region :=
  match d with [] => [] | f :: d => f :: scale (-1) f :: zeros d end.

(** The digits in n places from i on. *)
Definition digits_at (i n : nat) : vector := map unit (seq i n).

(** The form with the n unknowns behind place k in place of those from k on. *)
Definition later (k n : nat) (c : form) : form := firstn k c ++ repeat 0 n ++ skipn k c.

Lemma gain_nil ws x : gain ws [] x = 0.
Proof. now destruct ws. Qed.

Lemma gain_plus ws a b x : gain ws (plus a b) x = gain ws a x + gain ws b x.
Proof.
  revert a b. induction ws as [| w ws IH]; intros [| f a] [| g b]; cbn [plus gain]; try lia.
  rewrite dot_add, IH. lia.
Qed.

Lemma gain_minus ws a b x : gain ws (minus a b) x = gain ws a x - gain ws b x.
Proof.
  unfold minus. rewrite gain_plus. enough (H : gain ws (map (scale (-1)) b) x = - gain ws b x) by lia.
  revert b. induction ws as [| w ws IH]; intros [| f b]; cbn [map gain]; try lia.
  rewrite dot_scale, IH. lia.
Qed.

Lemma gain_zeros ws d x : holds (zeros d) x -> gain ws d x = 0.
Proof.
  revert ws. induction d as [| f d IH]; intros [| w ws] H; cbn [gain zeros holds] in *; try lia.
  destruct H as (A & B & C). rewrite dot_scale in B. rewrite (IH ws C). replace (dot f 0 x) with 0 by lia.
  lia.
Qed.

Lemma gain_digits ws i x : gain ws (digits_at i (length ws)) x = dot ws i x.
Proof.
  revert i. induction ws as [| w ws IH]; intro i; [easy |]. unfold digits_at in *.
  cbn [length seq map gain dot]. rewrite dot_unit, IH. cbn [Nat.add]. lia.
Qed.

Lemma gain_holds ws d x : Forall (Z.le 0) ws -> holds d x -> 0 <= gain ws d x.
Proof.
  intro W. revert d. induction W as [| w ws P W IH]; intros [| f d] H; cbn [gain holds] in *; try lia.
  specialize (IH d (proj2 H)). nia.
Qed.

Lemma gain_ext ws d x y : (forall f, In f d -> dot f 0 x = dot f 0 y) -> gain ws d x = gain ws d y.
Proof.
  revert ws. induction d as [| f d IH]; intros [| w ws] H; cbn [gain]; auto.
  rewrite (H f) by now left. rewrite (IH ws); auto. intros g I. apply H. now right.
Qed.

Lemma holds_ext r x y : (forall f, In f r -> dot f 0 x = dot f 0 y) -> holds r x -> holds r y.
Proof.
  induction r as [| f r IH]; intros H A; cbn [holds] in *; auto. split.
  - rewrite <- H by now left. tauto.
  - apply IH; [| tauto]. intros g I. apply H. now right.
Qed.

Lemma gain_map ws h d x y : (forall f, In f d -> dot (h f) 0 x = dot f 0 y) ->
  gain ws (map h d) x = gain ws d y.
Proof.
  revert ws. induction d as [| f d IH]; intros [| w ws] H; cbn [map gain]; auto.
  rewrite (H f) by now left. rewrite (IH ws); auto. intros g I. apply H. now right.
Qed.

Lemma holds_map h r x y : (forall f, In f r -> dot (h f) 0 x = dot f 0 y) ->
  holds (map h r) x <-> holds r y.
Proof.
  induction r as [| f r IH]; intro H; cbn [map holds]; [tauto |].
  rewrite (H f) by now left. rewrite IH; [tauto |]. intros g I. apply H. now right.
Qed.

Lemma dot_app c d i x : dot (c ++ d) i x = dot c i x + dot d (i + length c) x.
Proof.
  revert i. induction c as [| a c IH]; intro i; cbn [app dot length].
  - rewrite Nat.add_0_r. lia.
  - rewrite IH. replace (S i + length c)%nat with (i + S (length c))%nat by lia. lia.
Qed.

Lemma dot_near c i x y : (forall j, (i <= j < i + length c)%nat -> x j = y j) -> dot c i x = dot c i y.
Proof.
  revert i. induction c as [| a c IH]; intros i H; [easy |]. cbn [dot length] in *.
  rewrite (H i) by lia. rewrite (IH (S i)); auto. intros j J. apply H. lia.
Qed.

Lemma dot_zeros n i x : dot (repeat 0 n) i x = 0.
Proof. revert i. induction n as [| n IH]; intro i; cbn [repeat dot]; [| rewrite IH]; lia. Qed.

Lemma dot_skip c i n x : dot c (i + n) x = dot c i (fun j => x (j + n)%nat).
Proof. revert i. induction c as [| a c IH]; intro i; cbn [dot]; [| rewrite <- IH]; auto. Qed.

Lemma dot_later k n c x :
  dot (later k n c) 0 x = dot c 0 (fun i => if (i <? k)%nat then x i else x (i + n)%nat).
Proof.
  unfold later. rewrite <- (firstn_skipn k c) at 3. rewrite !dot_app, dot_zeros, repeat_length.
  assert (F : dot (firstn k c) 0 x =
              dot (firstn k c) 0 (fun i => if (i <? k)%nat then x i else x (i + n)%nat)).
  { apply dot_near. intros j J. rewrite firstn_length in J.
    destruct (Nat.ltb_spec j k); [auto | lia]. }
  rewrite F. cbn [Nat.add]. destruct (le_lt_dec k (length c)) as [H | H].
  - rewrite (firstn_length_le c H), dot_skip. 
    enough (D : dot (skipn k c) k (fun j => x (j + n)%nat) =
                dot (skipn k c) k (fun i => if (i <? k)%nat then x i else x (i + n)%nat)) by lia.
    apply dot_near. intros j J. destruct (Nat.ltb_spec j k); [lia | auto].
  - rewrite skipn_all2 by lia. cbn [dot]. lia.
Qed.

(** * Laws as data *)

Record value_law := Values {
  known : nat;                     (** how many unknowns come before the digits *)
  digits : nat;                    (** how many digits a position has *)
  value_digits : nat;              (** and a value *)
  cell : region;                   (** what is given of the parameters *)
  pieces : list (region * vector); (** digits of a position, and the digits of its value *)
  values_in : region;              (** digits of values, in the place of those of a position *)
  carries : list vector;           (** what may be added to the digits of a position *)
  value_carries : list vector;
  next : vector;                   (** 1, as digits *)
  next_value : vector;
  leaves_out : bool;                  (** is what the ranges leave out removed? *)
  ends : list (vector * vector);   (** the ranges *)
  witnesses : list vector;
  period : vector;
  saltus : vector
}.

(** How it is seen that a number is in range r, or in none: by the carries of the differences. *)
Inductive way := In_range (r i j : nat) | In_none (each : list (bool * nat)).

(** How it is seen that no move leads to the same value, and that one leads to a smaller one. *)
Inductive apart := Above (i : nat) | Below (i : nat) | Never (i : nat) | No_move (w : way).
Inductive reached := Not_smaller (i : nat) | By (t q i : nat) (w : way).

Record hints := Hints {
  in_range : list nat * tree; in_value : list nat * tree; in_next : list (nat * nat) * tree;
  in_period : list nat * tree; no_moves : list (list apart * tree); moves : list reached * tree
}.

Definition never : region := [[-1]].

Section Check.
  Variable L : value_law.

  Definition shows (cs : list vector) (i : nat) (d : vector) : region := plus d (nth i cs []).
  Definition shows_number := shows (carries L).
  Definition shows_value := shows (value_carries L).

  Definition x_digits : vector := digits_at (known L) (digits L).
  Definition y_digits : vector := digits_at (known L + digits L) (digits L).
  Definition w_digits : vector := digits_at (known L + digits L) (value_digits L).

  Definition at_digits (z : vector) : vector := repeat [] (known L) ++ z.
  Definition there (z : vector) (r : list form) : list form := map (displaced (at_digits z)) r.
  Definition second (r : list form) : list form := map (later (known L) (digits L)) r.
  Definition piece (q : nat) : region * vector := nth q (pieces L) (never, []).

  (** A position of piece q with this vector of values. *)
  Definition has_value (q : nat) (z v : vector) : region :=
    there z (fst (piece q)) ++ zeros (minus (there z (snd (piece q))) v).

  Fixpoint beyond (es : list (vector * vector)) (each : list (bool * nat)) (d : vector) : region :=
    match es, each with
    | [], _ => []
    | (low, high) :: es, (under, i) :: each =>
        (if under then shows_number i (minus low (plus d (next L)))
         else shows_number i (minus d (plus high (next L)))) ++ beyond es each d
    | _, [] => never
    end.

  Definition of_way (w : way) (d : vector) : region :=
    match w with
    | In_range r i j =>
        match nth_error (ends L) r with
        | Some (low, high) => shows_number i (minus d low) ++ shows_number j (minus high d)
        | None => never
        end
    | In_none each => beyond (ends L) each d
    end.

  Definition is_in (w : way) : bool := match w with In_range _ _ _ => true | In_none _ => false end.

  (** That d is taken, or not, by its number. *)
  Definition taken (is : bool) (w : way) (d : vector) : region :=
    if Bool.eqb (xorb (leaves_out L) (is_in w)) is then of_way w d else never.

  Definition region_apart (P Q : region * vector) (a : apart) : region :=
    match a with
    | Above i => shows_value i (minus (snd P) (plus (second (snd Q)) (next_value L)))
    | Below i => shows_value i (minus (second (snd Q)) (plus (snd P) (next_value L)))
    | Never i => shows_number i (minus y_digits x_digits)
    | No_move w => taken false w (minus x_digits y_digits)
    end.

  Definition region_reached (P : region * vector) (a : reached) : region :=
    match a with
    | Not_smaller i => shows_value i (minus w_digits (snd P))
    | By t q i w =>
        let t := nth t (witnesses L) [] in
        let d := minus x_digits t in
        has_value q (minus t x_digits) w_digits ++ shows_number i (minus d (next L)) ++ taken true w d
    end.

  Definition shown (h : region) {A} (goal : A -> region) (t : list A * tree) : bool :=
    refutes (clauses [] [[]] [] (map goal (fst t))) h (snd t).

  Definition check_piece (P : region * vector) (t : hints) : bool :=
    let h := fst P ++ cell L in
    shown h (fun i => shows_number i x_digits) (in_range t) &&
    shown h (fun i => shows_value i (snd P)) (in_value t) &&
    shown h (fun a => there (plus (next L) (nth (fst a) (carries L) [])) (fst (piece (snd a))))
      (in_next t) &&
    shown h (fun q => has_value q (period L) (plus (snd P) (saltus L))) (in_period t) &&
    (fix all (l : list (region * vector)) (ts : list (list apart * tree)) : bool :=
       match l, ts with
       | [], _ => true
       | Q :: l, t :: ts => shown (second (fst Q) ++ h) (region_apart P Q) t && all l ts
       | _, [] => false
       end) (pieces L) (no_moves t) &&
    shown (second (values_in L) ++ h) (region_reached P) (moves t).

  Definition origin : region :=
    zeros (digits_at (known L) (digits L + value_digits L)) ++ cell L.

  Definition near (P : region * vector) : bool :=
    forallb (fun f => (length f <=? known L + digits L)%nat) (fst P ++ snd P).

  Definition check_values (zero : list nat * tree) (zero_value : tree)
      (value : list nat * tree) (each : list hints) : bool :=
    forallb near (pieces L) &&
    shown origin (fun q => fst (piece q)) zero &&
    shown origin (fun _ : Datatypes.unit => values_in L) ([tt], zero_value) &&
    shown (values_in L ++ cell L)
      (fun i => there (plus (next_value L) (nth i (value_carries L) [])) (values_in L)) value &&
    (fix all (l : list (region * vector)) (ts : list hints) : bool :=
       match l, ts with
       | [], _ => true
       | P :: l, t :: ts => check_piece P t && all l ts
       | _, [] => false
       end) (pieces L) each.
End Check.

(** * When a law is true of parameters, and what it says *)

(** The value of digits of a vector at a point, whatever the digits of the point. *)
Definition has_gain (K ws : list Z) (v : Z) (z : vector) : Prop :=
  forall x, agrees K 0 x -> gain ws z x = v.

Definition takes_of (L : value_law) (R : list (Z * Z)) (s : Z) : bool := xorb (leaves_out L) (listed R s).

Definition game_of (L : value_law) (R : list (Z * Z)) : rule :=
  if leaves_out L then take_outside R else take_in R.

(** All values of G: every number has digits in some piece, and each piece gives the value. *)
Definition valued (L : value_law) (K ws us : list Z) (G : N -> N) : Prop :=
  (forall n, exists x P, agrees K 0 x /\ In P (pieces L) /\ holds (fst P) x /\
    dot ws (known L) x = Z.of_N n) /\
  (forall x P, agrees K 0 x -> In P (pieces L) -> holds (fst P) x ->
    0 <= dot ws (known L) x /\
    Z.of_N (G (Z.to_N (dot ws (known L) x))) = gain us (snd P) x).

Record true_of (L : value_law) (K ws us : list Z) (R : list (Z * Z)) (p s : Z) : Prop := True_of {
  length_known : length K = known L;
  one : nth 0 K 0 = 1;
  length_weights : length ws = digits L;
  length_value_weights : length us = value_digits L;
  weights : Forall (Z.le 0) ws;
  value_weights : Forall (Z.le 0) us;
  in_cell : forall x, agrees K 0 x -> holds (cell L) x;
  of_ends : Forall2 (fun r e => has_gain K ws (fst r) (fst e) /\ has_gain K ws (snd r) (snd e))
              R (ends L);
  of_carries : Forall (has_gain K ws 0) (carries L);
  of_value_carries : Forall (has_gain K us 0) (value_carries L);
  of_next : has_gain K ws 1 (next L);
  of_next_value : has_gain K us 1 (next_value L);
  of_period : has_gain K ws p (period L);
  of_saltus : has_gain K us s (saltus L);
  positive_period : 1 <= p
}.

Lemma shown_correct h A (goal : A -> region) t x :
  shown h goal t = true -> x O = 1 -> holds h x -> exists a, In a (fst t) /\ holds (goal a) x.
Proof.
  unfold shown. intros C E H.
  destruct (entails h [] [[]] [] (map goal (fst t)) (snd t) x C E H) as (z & r & [<- | []] & I & R);
    [easy |].
  apply in_map_iff in I as (a & <- & I). exists a. split; auto.
  apply (holds_ext _ (moved x [])); auto. intros f _. apply dot_ext. intro j. unfold moved.
  replace (nth j ([] : vector) []) with (@nil Z) by now destruct j. cbn [dot]. lia.
Qed.

Lemma never_false x : x O = 1 -> holds never x -> False.
Proof. unfold never. cbn [holds dot]. lia. Qed.

Section Proof.
  Variables (L : value_law) (K ws us : list Z) (R : list (Z * Z)) (p s : Z).
  Variables (zero : list nat * tree) (zero_value : tree) (value : list nat * tree) (each : list hints).
  Hypothesis check : check_values L zero zero_value value each = true.
  Hypothesis T : true_of L K ws us R p s.
  Variable G : N -> N.
  Hypothesis HG : is_grundy (game_of L R) G.

  Definition number (x : point) : Z := dot ws (known L) x.
  Definition V (v : Z) (x : point) : Prop :=
    agrees K 0 x /\ exists P, In P (pieces L) /\ holds (fst P) x /\ gain us (snd P) x = v.

  Lemma one_at x : agrees K 0 x -> x O = 1.
  Proof.
    intro A. pose proof (one _ _ _ _ _ _ _ T) as O1.
    destruct K as [| k K']; [easy |]. destruct A as [A _]. cbn in O1. congruence.
  Qed.

  (** ** Points that are moved *)

  Lemma agrees_moved x z : agrees K 0 x -> agrees K 0 (moved x (at_digits L z)).
  Proof.
    apply agrees_ext. intros j J. cbn [Nat.add]. unfold moved, at_digits.
    rewrite (length_known _ _ _ _ _ _ _ T) in J. rewrite app_nth1 by (rewrite repeat_length; lia).
    rewrite nth_repeat. cbn. lia.
  Qed.

  Lemma dot_moved_at r x z :
    dot r (known L) (moved x (at_digits L z)) = dot r (known L) x + gain r z x.
  Proof.
    replace (known L) with (known L + 0)%nat by lia. apply dot_gain. intro j.
    unfold moved, at_digits. rewrite app_nth2 by (rewrite repeat_length; lia). rewrite repeat_length.
    now replace (known L + 0 + j - known L)%nat with j by lia.
  Qed.

  Lemma number_moved v x z : has_gain K ws v z -> agrees K 0 x ->
    number (moved x (at_digits L z)) = number x + v.
  Proof. intros H A. unfold number. now rewrite dot_moved_at, H. Qed.

  Lemma number_x x : gain ws (x_digits L) x = number x.
  Proof.
    unfold x_digits. rewrite <- (length_weights _ _ _ _ _ _ _ T). apply gain_digits.
  Qed.

  Lemma there_holds z r x : holds (there L z r) x <-> holds r (moved x (at_digits L z)).
  Proof. apply holds_displaced. Qed.

  Lemma there_gain z u x : gain us (there L z u) x = gain us u (moved x (at_digits L z)).
  Proof. apply gain_map. intros f _. apply displaced_correct. Qed.

  (** ** What regions show *)

  Lemma gain_nth cs qs i x : Forall (has_gain K qs 0) cs -> agrees K 0 x ->
    gain qs (nth i cs []) x = 0.
  Proof.
    intros F A. destruct (nth_in_or_default i cs []) as [I | ->]; [| apply gain_nil].
    rewrite Forall_forall in F. now apply F.
  Qed.

  Lemma gain_shown qs cs i d x : Forall (Z.le 0) qs -> Forall (has_gain K qs 0) cs ->
    agrees K 0 x -> holds (shows cs i d) x -> 0 <= gain qs d x.
  Proof.
    intros Q C A H. apply (gain_holds qs) in H; auto. unfold shows in H.
    rewrite gain_plus, (gain_nth _ _ i x C A) in H. lia.
  Qed.

  Lemma number_shown i d x : agrees K 0 x -> holds (shows_number L i d) x -> 0 <= gain ws d x.
  Proof. apply gain_shown; [apply (weights _ _ _ _ _ _ _ T) | apply (of_carries _ _ _ _ _ _ _ T)]. Qed.

  Lemma value_shown i d x : agrees K 0 x -> holds (shows_value L i d) x -> 0 <= gain us d x.
  Proof.
    apply gain_shown; [apply (value_weights _ _ _ _ _ _ _ T) | apply (of_value_carries _ _ _ _ _ _ _ T)].
  Qed.

  Lemma beyond_correct d x : agrees K 0 x -> forall es ranges each,
    Forall2 (fun r e => has_gain K ws (fst r) (fst e) /\ has_gain K ws (snd r) (snd e)) ranges es ->
    holds (beyond L es each d) x -> listed ranges (gain ws d x) = false.
  Proof.
    intro A. pose proof (of_next _ _ _ _ _ _ _ T x A) as N1.
    induction es as [| [low high] es IH]; intros ranges l F H;
      inversion F as [| [a b] ? ranges' ? [Fa Fb] F']; subst; [easy |]. cbn [fst snd] in Fa, Fb.
    destruct l as [| [under i] l]; [now apply never_false in H; [| apply one_at] |].
    cbn [beyond] in H. apply holds_app in H as [B H]. unfold listed. cbn [existsb fst snd].
    rewrite (IH _ _ F' H : existsb _ ranges' = false). specialize (Fa x A). specialize (Fb x A).
    destruct under; apply number_shown in B; auto; rewrite gain_minus, gain_plus in B;
      destruct (Z.leb_spec a (gain ws d x)), (Z.leb_spec (gain ws d x) b); cbn [andb orb]; auto; lia.
  Qed.

  Lemma of_way_correct w d x : agrees K 0 x -> holds (of_way L w d) x ->
    listed R (gain ws d x) = is_in w.
  Proof.
    intros A H. pose proof (of_ends _ _ _ _ _ _ _ T) as F. destruct w as [r i j | l]; cbn [of_way] in H.
    - cbn [is_in]. destruct (nth_error (ends L) r) as [[low high] |] eqn:Er;
        [| now apply never_false in H; [| apply one_at]].
      apply holds_app in H as [B C]. apply number_shown in B, C; auto. rewrite gain_minus in B, C.
      apply nth_error_In in Er. apply existsb_exists. clear T HG check. revert Er. induction F as [| ab e R' E [Fa Fb] F IH];
        [easy |]. intros [-> | I].
      + exists ab. split; [now left |]. cbn [fst snd] in Fa, Fb. specialize (Fa x A). specialize (Fb x A).
        apply andb_true_intro. split; apply Z.leb_le; lia.
      + destruct (IH I) as (r' & I' & Q). exists r'. split; [now right | auto].
    - eapply beyond_correct; eauto.
  Qed.

  Lemma taken_correct is w d x : agrees K 0 x -> holds (taken L is w d) x ->
    takes_of L R (gain ws d x) = is.
  Proof.
    intros A H. unfold taken, takes_of in *. destruct (Bool.eqb _ is) eqn:E;
      [| now apply never_false in H; [| apply one_at]].
    apply of_way_correct in H as ->; auto. now apply Bool.eqb_prop.
  Qed.

  Lemma piece_holds q x : x O = 1 -> holds (fst (piece L q)) x -> In (piece L q) (pieces L).
  Proof.
    intros E H. unfold piece in *. destruct (nth_in_or_default q (pieces L) (never, [])) as [I | D]; auto.
    rewrite D in H. now apply never_false in H.
  Qed.

  Lemma has_value_V q z v x : agrees K 0 x -> holds (has_value L q z v) x ->
    V (gain us v x) (moved x (at_digits L z)).
  Proof.
    intros A H. unfold has_value in H. apply holds_app in H as [B C]. apply there_holds in B.
    assert (M : agrees K 0 (moved x (at_digits L z))) by (now apply agrees_moved).
    split; auto. exists (piece L q). split; [now apply (piece_holds q (moved x (at_digits L z))); [apply one_at |] |].
    split; auto. apply (gain_zeros us) in C. rewrite gain_minus, there_gain in C. lia.
  Qed.

  (** ** The parts of the check *)

  Lemma check_parts :
    (forall P, In P (pieces L) -> near L P = true) /\
    shown (origin L) (fun q => fst (piece L q)) zero = true /\
    shown (origin L) (fun _ : Datatypes.unit => values_in L) ([tt], zero_value) = true /\
    shown (values_in L ++ cell L)
      (fun i => there L (plus (next_value L) (nth i (value_carries L) [])) (values_in L)) value = true /\
    forall P, In P (pieces L) -> exists t, check_piece L P t = true.
  Proof.
    pose proof check as C. unfold check_values in C. repeat (apply andb_prop in C as [C ?]).
    match goal with X : _ (pieces L) each = true |- _ => rename X into X0 end.
    split; [now apply forallb_forall |]. do 3 (split; [assumption |]).
    clear C. revert X0. generalize each as ts.
    induction (pieces L) as [| Q l IH]; intros [| t ts] B P I; try easy.
    apply andb_prop in B as [B D]. destruct I as [-> | I]; [now exists t | eauto].
  Qed.

  Lemma in_piece (P : region * vector) x : agrees K 0 x -> holds (fst P) x -> holds (fst P ++ cell L) x.
  Proof. intros A H. apply holds_app. split; auto. now apply (in_cell _ _ _ _ _ _ _ T). Qed.

  (** The point with parameters and zeros. *)
  Definition base : point := fun i => nth i K 0.

  Lemma base_agrees : agrees K 0 base.
  Proof.
    enough (H : forall K' i, (forall j, nth j K' 0 = base (i + j)%nat) -> agrees K' i base)
      by (apply H; easy).
    induction K' as [| k K' IH]; intros i H; [easy |]. split.
    - specialize (H O). rewrite Nat.add_0_r in H. now rewrite <- H.
    - apply IH. intro j. specialize (H (S j)). now rewrite Nat.add_succ_r in H.
  Qed.

  Lemma base_zero c i : (known L <= i)%nat -> dot c i base = 0.
  Proof.
    rewrite <- (length_known _ _ _ _ _ _ _ T). revert i.
    induction c as [| a c IH]; intros i H; [easy |]. cbn [dot]. rewrite IH by lia.
    unfold base. rewrite nth_overflow by lia. lia.
  Qed.

  Lemma base_origin : holds (origin L) base.
  Proof.
    apply holds_app. split; [| apply (in_cell _ _ _ _ _ _ _ T), base_agrees].
    unfold digits_at. generalize (digits L + value_digits L)%nat as n.
    assert (H : (known L <= known L)%nat) by lia. revert H. generalize (known L) at 2 3 as i.
    intros i H n. revert i H. induction n as [| n IH]; intros i H; [easy |].
    assert (E0 : dot (unit i) 0 base = 0).
    { rewrite dot_unit. apply nth_overflow. rewrite (length_known _ _ _ _ _ _ _ T). cbn. lia. }
    cbn [seq map zeros holds]. rewrite dot_scale, E0.
    split; [lia |]. split; [lia |]. apply IH. lia.
  Qed.

  (** ** Numbers and their values *)

  Lemma V_nonneg v x : V v x -> 0 <= number x /\ 0 <= v.
  Proof.
    intros [A (P & IP & H & <-)]. destruct check_parts as (_ & _ & _ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    assert (E := one_at x A). assert (I := in_piece P x A H). split.
    - destruct (shown_correct _ _ _ _ x Ct E I) as (i & _ & S). apply number_shown in S; auto.
      now rewrite number_x in S.
    - match goal with X : shown _ _ (in_value t) = true |- _ =>
        destruct (shown_correct _ _ _ _ x X E I) as (i & _ & S) end.
      now apply value_shown in S.
  Qed.

  Lemma every_position n : exists v x, V v x /\ number x = Z.of_N n.
  Proof.
    destruct (numbers_of _ number (fun x => exists v, V v x)) with (n := n) as (x & [v H] & E);
      [| | now exists v, x].
    - destruct check_parts as (_ & C & _).
      destruct (shown_correct _ _ _ _ _ C (one_at _ base_agrees) base_origin) as (q & _ & H).
      exists base. split; [| now apply base_zero].
      exists (gain us (snd (piece L q)) base). split; [apply base_agrees |]. exists (piece L q).
      split; [apply (piece_holds q base); auto; apply one_at, base_agrees | now split].
    - intros y [v [A (P & IP & H & _)]]. destruct check_parts as (_ & _ & _ & _ & C).
      destruct (C P IP) as [t Ct]. unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
      match goal with X : shown _ _ (in_next t) = true |- _ =>
        destruct (shown_correct _ _ _ _ y X (one_at y A) (in_piece P y A H)) as ([i q] & _ & S) end.
      cbn [fst snd] in S. apply there_holds in S.
      set (z := plus (next L) (nth i (carries L) [])) in *. set (y' := moved y (at_digits L z)) in *.
      assert (M : agrees K 0 y') by now apply agrees_moved.
      exists y'. split.
      { exists (gain us (snd (piece L q)) y'). split; auto. exists (piece L q).
        split; [apply (piece_holds q y'); auto; now apply one_at | now split]. }
      apply number_moved; auto. intros x' A'. unfold z. rewrite gain_plus, (of_next _ _ _ _ _ _ _ T x' A').
      now rewrite (gain_nth _ _ i x' (of_carries _ _ _ _ _ _ _ T) A').
  Qed.

  Definition number_of_value (x : point) : Z := dot us (known L) x.

  Lemma every_value n : exists x, (agrees K 0 x /\ holds (values_in L) x) /\ number_of_value x = Z.of_N n.
  Proof.
    apply numbers_of.
    - destruct check_parts as (_ & _ & C & _).
      destruct (shown_correct _ _ _ _ _ C (one_at _ base_agrees) base_origin) as (_ & _ & H).
      exists base. split; [split; [apply base_agrees | exact H] |]. now apply base_zero.
    - intros x [A H]. destruct check_parts as (_ & _ & _ & C & _).
      destruct (shown_correct _ _ _ _ x C (one_at x A)) as (i & _ & S).
      { apply holds_app. split; auto. now apply (in_cell _ _ _ _ _ _ _ T). }
      apply there_holds in S. eexists. split; [split; [| exact S] |].
      + now apply agrees_moved.
      + unfold number_of_value. rewrite dot_moved_at, gain_plus.
        rewrite (of_next_value _ _ _ _ _ _ _ T x A).
        rewrite (gain_nth _ _ i x (of_value_carries _ _ _ _ _ _ _ T) A). lia.
  Qed.

  (** The point with the digits of x, and behind them what [tail] has there. *)
  Definition beside (x tail : point) : point :=
    fun i => if (i <? known L + digits L)%nat then x i else tail i.

  Lemma beside_agrees x tail : agrees K 0 x -> agrees K 0 (beside x tail).
  Proof.
    apply agrees_ext. intros j J. rewrite (length_known _ _ _ _ _ _ _ T) in J. unfold beside. cbn [Nat.add].
    destruct (Nat.ltb_spec j (known L + digits L)); [auto | lia].
  Qed.

  Lemma near_piece (P : region * vector) f : In P (pieces L) -> In f (fst P ++ snd P) -> (length f <= known L + digits L)%nat.
  Proof.
    intros I J. destruct check_parts as (C & _). apply C in I. unfold near in I.
    rewrite forallb_forall in I. now apply Nat.leb_le, I.
  Qed.

  Lemma beside_near f x tail : (length f <= known L + digits L)%nat ->
    dot f 0 (beside x tail) = dot f 0 x.
  Proof.
    intro H. apply dot_near. intros j J. unfold beside.
    destruct (Nat.ltb_spec j (known L + digits L)); [auto | lia].
  Qed.

  Lemma beside_piece (P : region * vector) x tail : In P (pieces L) ->
    (holds (fst P) x -> holds (fst P) (beside x tail)) /\
    gain us (snd P) (beside x tail) = gain us (snd P) x.
  Proof.
    intro I. split; [apply holds_ext | apply gain_ext]; intros f J; rewrite beside_near; auto;
      apply (near_piece P); auto; apply in_app_iff; auto.
  Qed.

  Lemma number_beside x tail : number (beside x tail) = number x.
  Proof.
    unfold number. rewrite <- !(gain_digits ws).
    apply gain_ext. intros f I. apply in_map_iff in I as (i & <- & I). apply in_seq in I.
    rewrite (length_weights _ _ _ _ _ _ _ T) in I. rewrite !dot_unit. unfold beside. cbn [Nat.add].
    destruct (Nat.ltb_spec i (known L + digits L)); [auto | lia].
  Qed.

  (** x, and y in the place of a second position. *)
  Definition both (x y : point) : point := beside x (fun i => y (i - digits L)%nat).

  Lemma second_near f x y : (forall i, (i < known L)%nat -> x i = y i) ->
    dot (later (known L) (digits L) f) 0 (both x y) = dot f 0 y.
  Proof.
    intro H. rewrite dot_later. apply dot_ext. intro i. unfold both, beside.
    destruct (Nat.ltb_spec i (known L)).
    - destruct (Nat.ltb_spec i (known L + digits L)); [auto | lia].
    - destruct (Nat.ltb_spec (i + digits L) (known L + digits L)); [lia |].
      f_equal. lia.
  Qed.

  Lemma agree_same x y i : agrees K 0 x -> agrees K 0 y -> (i < known L)%nat -> x i = y i.
  Proof.
    rewrite <- (length_known _ _ _ _ _ _ _ T).
    enough (H : forall K' k, agrees K' k x -> agrees K' k y -> forall j, (j < length K')%nat ->
      x (k + j)%nat = y (k + j)%nat) by (intros A B; apply (H K 0%nat A B)).
    induction K' as [| a K' IH]; intros k A B j J; cbn in J; [lia |].
    destruct A as [A1 A2], B as [B1 B2]. destruct j as [| j]; [rewrite Nat.add_0_r; congruence |].
    rewrite Nat.add_succ_r. apply (IH (S k)); auto. lia.
  Qed.

  Lemma gain_second qs x y :
    gain qs (digits_at (known L + digits L) (length qs)) (both x y) = dot qs (known L) y.
  Proof.
    rewrite gain_digits, dot_skip. apply dot_near. intros j J. unfold both, beside.
    destruct (Nat.ltb_spec (j + digits L) (known L + digits L)); [lia |]. f_equal. lia.
  Qed.

  Lemma V_away v x w y : V v x -> V w y ->
    1 <= number x - number y -> takes_of L R (number x - number y) = true -> v <> w.
  Proof.
    intros [A (P & IP & H & <-)] [B (Q & IQ & HQ & <-)] M Tk.
    destruct check_parts as (_ & _ & _ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    match goal with X : _ (pieces L) (no_moves t) = true |- _ => rename X into X0 end.
    assert (Y : exists u, shown (second L (fst Q) ++ fst P ++ cell L) (region_apart L P Q) u = true).
    { revert IQ X0. generalize (no_moves t) as ts. clear.
      induction (pieces L) as [| q l IH]; intros [| u ts] Im X; try easy.
      apply andb_prop in X as [X Y]. destruct Im as [-> | Im]; [now exists u | eauto]. }
    clear X0. destruct Y as [u Y]. assert (Ab : agrees K 0 (both x y)) by now apply beside_agrees.
    assert (same := fun i => agree_same x y i A B).
    destruct (shown_correct _ _ _ _ (both x y) Y (one_at _ Ab)) as (a & _ & S).
    { apply holds_app. split.
      - apply (holds_map _ (fst Q) _ y); auto. intros f _. apply second_near. auto.
      - apply in_piece; auto. now apply (beside_piece P). }
    assert (EP : gain us (snd P) (both x y) = gain us (snd P) x) by now apply beside_piece.
    assert (EQ : gain us (second L (snd Q)) (both x y) = gain us (snd Q) y)
      by (apply gain_map; intros f _; apply second_near; auto).
    assert (Nx : gain ws (x_digits L) (both x y) = number x)
      by (rewrite number_x; apply number_beside).
    assert (Ny : gain ws (y_digits L) (both x y) = number y).
    { pose proof (gain_second ws x y) as E. now rewrite (length_weights _ _ _ _ _ _ _ T) in E. }
    assert (N1 := of_next_value _ _ _ _ _ _ _ T _ Ab).
    destruct a as [i | i | i | m]; cbn [region_apart] in S.
    - apply value_shown in S; auto. rewrite gain_minus, gain_plus in S. lia.
    - apply value_shown in S; auto. rewrite gain_minus, gain_plus in S. lia.
    - apply number_shown in S; auto. rewrite gain_minus in S. lia.
    - apply taken_correct in S; auto. rewrite gain_minus, Nx, Ny in S. congruence.
  Qed.

  Lemma V_reach v x w : V v x -> 0 <= w < v ->
    exists y, V w y /\ 1 <= number x - number y /\ takes_of L R (number x - number y) = true.
  Proof.
    intros [A (P & IP & H & <-)] Lw. destruct (every_value (Z.to_N w)) as (c & [Ac Hc] & Ec).
    destruct check_parts as (_ & _ & _ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    match goal with X : shown _ _ (moves t) = true |- _ => rename X into Y end.
    set (b := both x c). assert (Ab : agrees K 0 b) by now apply beside_agrees.
    assert (Wb : gain us (w_digits L) b = w).
    { pose proof (gain_second us x c) as E. rewrite (length_value_weights _ _ _ _ _ _ _ T) in E.
      transitivity (number_of_value c); [exact E | lia]. }
    destruct (shown_correct _ _ _ _ b Y (one_at _ Ab)) as (a & _ & S).
    { apply holds_app. split.
      - apply (holds_map _ (values_in L) _ c); auto. intros f _. apply second_near.
        intros i. now apply agree_same.
      - apply in_piece; auto. now apply (beside_piece P). }
    assert (EP : gain us (snd P) b = gain us (snd P) x) by now apply beside_piece.
    assert (Nx : gain ws (x_digits L) b = number x) by (rewrite number_x; apply number_beside).
    assert (N1 := of_next _ _ _ _ _ _ _ T _ Ab).
    destruct a as [i | q j i m]; cbn [region_reached] in S.
    - apply value_shown in S; auto. rewrite gain_minus in S. lia.
    - apply holds_app in S as [S1 S]. apply holds_app in S as [S2 S3].
      set (z := nth q (witnesses L) []) in *. apply has_value_V in S1; auto. rewrite Wb in S1.
      exists (moved b (at_digits L (minus z (x_digits L)))). split; auto.
      assert (Ny : number (moved b (at_digits L (minus z (x_digits L)))) = gain ws z b).
      { unfold number. rewrite dot_moved_at, gain_minus, number_x. unfold number. lia. }
      assert (Nb := number_beside x _ : number b = number x).
      apply number_shown in S2; auto. apply taken_correct in S3; auto.
      rewrite gain_minus in S3. rewrite !gain_minus in S2. rewrite Ny. split; [lia |].
      rewrite <- S3. f_equal. lia.
  Qed.

  Lemma V_period v x : V v x -> exists y, V (v + s) y /\ number y = number x + p.
  Proof.
    intros [A (P & IP & H & <-)]. destruct check_parts as (_ & _ & _ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    match goal with X : shown _ _ (in_period t) = true |- _ =>
      destruct (shown_correct _ _ _ _ x X (one_at x A) (in_piece P x A H)) as (q & _ & S) end.
    apply has_value_V in S; auto. rewrite gain_plus, (of_saltus _ _ _ _ _ _ _ T x A) in S.
    exists (moved x (at_digits L (period L))). split; auto.
    apply number_moved; auto. apply (of_period _ _ _ _ _ _ _ T).
  Qed.

  Lemma remove_game : is_grundy (remove (takes_of L R)) G.
  Proof.
    assert (same : forall t, (forall s, takes_of L R s = t s) -> is_grundy (remove t) G ->
      is_grundy (remove (takes_of L R)) G).
    { intros t E H n. unfold remove. rewrite (filter_ext _ (fun s => t (Z.of_N s))); [apply H |].
      intro k. apply E. }
    unfold game_of in HG. destruct (leaves_out L) eqn:E; refine (same _ _ HG); intro k;
      unfold takes_of; rewrite E; now destruct (listed R k).
  Qed.

  Theorem values_law : valued L K ws us G /\ 1 <= p /\
    forall n, Z.of_N (G (n + Z.to_N p)%N) = Z.of_N (G n) + s.
  Proof.
    assert (F := value_of_position _ number V (takes_of L R) G remove_game V_nonneg every_position
      V_away V_reach).
    split; [split | split].
    - intro n. destruct (every_position n) as (v & x & [A (P & C & D & _)] & E). exists x, P. auto.
    - intros x P A B C. assert (W : V (gain us (snd P) x) x) by (split; auto; now exists P).
      destruct (V_nonneg _ _ W) as [N1 N2]. split; auto.
      apply F in W. unfold number in W. rewrite W. lia.
    - apply (positive_period _ _ _ _ _ _ _ T).
    - apply (period_of_positions _ number V (takes_of L R) G remove_game V_nonneg every_position
        V_away V_reach p s V_period), (positive_period _ _ _ _ _ _ _ T).
  Qed.
End Proof.

(** * How a law is shown to be true of parameters *)

Ltac gains :=
  let x := fresh "x" in let A := fresh "A" in
  intros x A; cbn [gain dot fst snd]; parameters A; identity.
