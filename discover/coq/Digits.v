(** Laws with parameters for subtraction games, in digits (discover/families/theorems/digits.py).

    A point has the number 1, parameters, digits and further whole numbers (ghosts), in this order.
    It stands for the number val: the sum of its digits times their weights, which are any integers
    that do not depend on digits, polynomials of parameters for instance. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Subtraction Linear.
Import ListNotations.
Local Open Scope Z_scope.

(** * The theorem, of any points with values *)

Section Points.
  Variables (E : Type) (val : E -> Z) (V : N -> E -> Prop) (S : list Z) (G : N -> N).

  (** [lands s x y]: taking s tokens leads from x to y, place there are as many. *)
  Variable lands : Z -> E -> E -> Prop.
  Hypothesis HG : is_grundy (subtract (map Z.to_N S)) G.
  Hypothesis positive : forall s, In s S -> 1 <= s.
  Hypothesis nonneg : forall v x, V v x -> 0 <= val x.
  Hypothesis zero : exists v x, V v x /\ val x = 0.
  Hypothesis next : forall v x, V v x -> exists w y, V w y /\ val y = val x + 1.
  Hypothesis lands_val : forall s x y, In s S -> lands s x y -> val y = val x - s.
  Hypothesis away : forall v x s, V v x -> In s S ->
    exists y, lands s x y /\ (val y < 0 \/ exists w, w <> v /\ V w y).
  Hypothesis reach : forall v x w, V v x -> (w < v)%N -> exists s y, In s S /\ lands s x y /\ V w y.

  Lemma every_number n : exists v x, V v x /\ val x = Z.of_N n.
  Proof.
    induction n as [| n IH] using N.peano_ind; [exact zero |].
    destruct IH as (v & x & H & E1). destruct (next v x H) as (w & y & W & E2).
    exists w, y. split; auto. lia.
  Qed.

  (** Every move from x leads to another value, by [away], and every smaller value is reached. *)
  Theorem value_of_digits v x : V v x -> G (Z.to_N (val x)) = v.
  Proof.
    remember (Z.to_N (val x)) as n eqn:En. revert v x En.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros v x En H.
    assert (P := nonneg v x H).
    refine (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG n) _ (fun _ => iff_refl _)). split.
    - intro M. apply value_subtract in M as (t & I & L & Ev).
      apply in_map_iff in I as (s & <- & I). assert (Ps := positive s I).
      destruct (away v x s H I) as (y & Ly & [Neg | (w & D & Vw)]);
        assert (Ey := lands_val s x y I Ly); [lia |].
      apply D. assert (Py := nonneg w y Vw). rewrite Ev.
      replace (n - Z.to_N s)%N with (Z.to_N (val y)) by lia. symmetry.
      apply (IH (Z.to_N (val y))) with (x := y); auto. lia.
    - intros w Lw. apply value_subtract. destruct (reach v x w H Lw) as (s & y & I & Ly & Vw).
      assert (Ps := positive s I). assert (Ey := lands_val s x y I Ly).
      assert (Py := nonneg w y Vw).
      exists (Z.to_N s). split; [now apply in_map |]. split; [lia |].
      replace (n - Z.to_N s)%N with (Z.to_N (val y)) by lia. symmetry.
      apply (IH (Z.to_N (val y))) with (x := y); auto. lia.
  Qed.

  Variables (Per : E -> Prop) (n0 p : Z).
  Hypothesis start : exists v x, V v x /\ Per x /\ val x = n0.
  Hypothesis next_per : forall v x, V v x -> Per x ->
    exists w y, V w y /\ Per y /\ val y = val x + 1.
  Hypothesis period : forall v x, V v x -> Per x -> exists u y, V u x /\ V u y /\ val y = val x + p.

  Theorem period_of_digits : 1 <= p ->
    forall n, n0 <= Z.of_N n -> G (n + Z.to_N p) = G n.
  Proof.
    intros Hp n L.
    assert (D : forall k, exists v x, V v x /\ Per x /\ val x = n0 + Z.of_N k).
    { intro k. induction k as [| k IH] using N.peano_ind.
      - destruct start as (v & x & A & B & C). exists v, x. repeat split; auto. lia.
      - destruct IH as (v & x & A & B & C). destruct (next_per v x A B) as (w & y & W & Y & Ey).
        exists w, y. repeat split; auto. lia. }
    destruct (D (Z.to_N (Z.of_N n - n0))) as (v & x & H & P & Ex).
    destruct (period v x H P) as (u & y & Ux & Uy & Ey).
    apply value_of_digits in Ux, Uy. rewrite Ey in Uy.
    replace (Z.to_N (val x + p)) with (n + Z.to_N p)%N in Uy by lia.
    replace (Z.to_N (val x)) with n in Ux by lia. congruence.
  Qed.
End Points.

(** * Laws as data *)

(** The inequalities of a region of digits, its value, and whether it is of the periodic part. *)
Definition piece := (region * (N * bool))%type.
Definition place (P : piece) : region := fst P.
Definition value (P : piece) : N := fst (snd P).
Definition periodic (P : piece) : bool := snd (snd P).

Record digit_law := Law {
  known : nat;                    (** how many unknowns come before the digits *)
  cell : region;                  (** what is given of the parameters *)
  free : list bool;               (** of each digit: may its weight be negative? *)
  pieces : list piece;
  moves : list (list vector);     (** for each element, what may be added to digits to take it *)
  successor : list vector;        (** what may be added to digits to go to the next number *)
  ranges : list vector;           (** what may be added to digits so that none is negative *)
  start : vector;
  period : vector;
  facts : list (list region)      (** disjunctions that are true of all points in question *)
}.

(** The vector of digits as one of all unknowns. *)
Definition full (L : digit_law) (z : vector) : vector := repeat [] (known L) ++ z.

Definition unit (i : nat) : form := repeat 0 i ++ [1].

Fixpoint nonnegative (i : nat) (free : list bool) : region :=
  match free with
  | [] => []
  | f :: free => (if f then [unit i; scale (-1) (unit i)] else [unit i]) ++ nonnegative (S i) free
  end.

(** No digit is positive, free ones are 0, and the last is negative. *)
Fixpoint negative (i : nat) (free : list bool) : region :=
  match free with
  | [] => [[-1]]
  | [f] => [negation (unit i)]
  | f :: free =>
      (if f then [unit i; scale (-1) (unit i)] else [scale (-1) (unit i)]) ++ negative (S i) free
  end.

Definition regions (L : digit_law) (which : piece -> bool) : list region :=
  map place (filter which (pieces L)).

Record hints := Hints {
  in_range : tree; in_next : tree; in_moves : list tree; in_values : list tree; in_period : tree
}.

Section Check.
  Variable L : digit_law.

  Definition shown (h : region) (about spots : list vector) (goals : list region) (t : tree) :=
    refutes (clauses (map (full L) about) (map (full L) spots) (facts L) goals) h t.

  Definition origin : region := nonnegative (known L) (map (fun _ => true) (free L)) ++ cell L.

  Definition check_piece (P : piece) (t : hints) : bool :=
    let h := place P ++ cell L in
    shown h [[]] (ranges L) [nonnegative (known L) (free L)] (in_range t) &&
    shown h ([] :: successor L) (successor L)
      (regions L (fun Q => implb (periodic P) (periodic Q))) (in_next t) &&
    (fix all (l : list (list vector)) (ts : list tree) : bool :=
       match l, ts with
       | [], _ => true
       | spots :: l, t :: ts =>
           shown h ([] :: spots) spots (negative (known L) (free L) ::
             regions L (fun Q => negb (value Q =? value P)%N)) t && all l ts
       | _, [] => false
       end) (moves L) (in_moves t) &&
    (let every := concat (moves L) in
     (fix all (l : list N) (ts : list tree) : bool :=
       match l, ts with
       | [], _ => true
       | w :: l, t :: ts =>
           shown h ([] :: every) every (regions L (fun Q => (value Q =? w)%N)) t && all l ts
       | _, [] => false
       end) (upto (N.to_nat (value P)) 0) (in_values t)) &&
    implb (periodic P)
      (shown h [[]] [period L] (regions L (fun Q => (value Q =? value P)%N)) (in_period t)).

  Definition check_digits (zero first : tree) (each : list hints) : bool :=
    shown origin [] [[]] (regions L (fun _ => true)) zero &&
    shown origin [] [start L] (regions L periodic) first &&
    (fix all (l : list piece) (ts : list hints) : bool :=
       match l, ts with
       | [], _ => true
       | P :: l, t :: ts => check_piece P t && all l ts
       | _, [] => false
       end) (pieces L) each.
End Check.

(** * What a law says, and when it is true *)

Fixpoint agrees (K : list Z) (i : nat) (x : point) : Prop :=
  match K with [] => True | k :: K => x i = k /\ agrees K (S i) x end.

(** What a vector adds to the value, by weights. *)
Fixpoint gain (ws : list Z) (z : vector) (x : point) : Z :=
  match ws, z with w :: ws, f :: z => w * dot f 0 x + gain ws z x | _, _ => 0 end.

(** The sums with these weights are 0. *)
Fixpoint balanced (rows : list (list Z)) (i : nat) (x : point) : Prop :=
  match rows with [] => True | r :: rows => dot r i x = 0 /\ balanced rows i x end.

(** The vector changes the value by v, and no sum of [rows]. *)
Definition adds (K ws : list Z) (rows : list (list Z)) (v : Z) (z : vector) : Prop :=
  forall x, agrees K 0 x -> gain ws z x = v /\ Forall (fun r => gain r z x = 0) rows.

Fixpoint weighs (free : list bool) (ws : list Z) : Prop :=
  match free, ws with
  | [], [] => True
  | [f], [w] => f = false /\ w = 1
  | f :: free, w :: ws => (f = true \/ 0 <= w) /\ weighs free ws
  | _, _ => False
  end.

(** All values of G: every number has digits in some piece, and those of any piece have its value. *)
Definition described (L : digit_law) (K ws : list Z) (rows : list (list Z)) (G : N -> N) : Prop :=
  let i := known L in
  (forall n, exists x P, agrees K 0 x /\ balanced rows i x /\ In P (pieces L) /\
    holds (place P) x /\ dot ws i x = Z.of_N n) /\
  (forall x P, agrees K 0 x -> balanced rows i x -> In P (pieces L) -> holds (place P) x ->
    G (Z.to_N (dot ws i x)) = value P).

Record true_of (L : digit_law) (K ws : list Z) (rows : list (list Z)) (S : list Z) (n0 p : Z) : Prop :=
  True_of {
  length_known : length K = known L;
  one : nth 0 K 0 = 1;
  weights : weighs (free L) ws;
  in_cell : forall x, agrees K 0 x -> holds (cell L) x;
  elements : Forall2 (fun s spots => 1 <= s /\ Forall (adds K ws rows (- s)) spots) S (moves L);
  successors : Forall (adds K ws rows 1) (successor L);
  same_number : Forall (adds K ws [] 0) (ranges L);
  first : adds K ws rows n0 (start L);
  more : adds K ws rows p (period L);
  positive_period : 1 <= p;
  all_facts : forall x, agrees K 0 x -> balanced rows (known L) x ->
    Forall (Exists (fun r => holds r x)) (facts L)
}.

Lemma dot_ext c i x y : (forall j, x j = y j) -> dot c i x = dot c i y.
Proof. intro H. revert i. induction c as [| a c IH]; intro i; cbn; rewrite ?H, ?IH; auto. Qed.

Lemma dot_unit i j x : dot (unit i) j x = x (j + i)%nat.
Proof.
  unfold unit. revert j. induction i as [| i IH]; intro j; cbn [repeat app dot].
  - rewrite Nat.add_0_r. lia.
  - rewrite IH. replace (S j + i)%nat with (j + S i)%nat by lia. lia.
Qed.

Lemma nonnegative_val free ws i x :
  weighs free ws -> holds (nonnegative i free) x -> 0 <= dot ws i x.
Proof.
  revert ws i. induction free as [| f free IH]; intros [| w ws] i W H; cbn [weighs] in W; try easy.
  cbn [nonnegative] in H. apply holds_app in H as [A B]. cbn [dot].
  destruct free as [| g free].
  - destruct ws as [| u ws]; [| now destruct W].
    destruct W as [-> ->]. cbn [holds] in A. rewrite dot_unit in A. cbn [dot]. cbn in A. lia.
  - destruct W as [W1 W2]. specialize (IH ws (S i) W2 B).
    destruct f; cbn [holds] in A; rewrite ?dot_scale, dot_unit in A; cbn [Nat.add] in A.
    + replace (x i) with 0 by lia. lia.
    + destruct W1; [easy | nia].
Qed.

Lemma negative_val free ws i x :
  weighs free ws -> x O = 1 -> holds (negative i free) x -> dot ws i x < 0.
Proof.
  intros W E. revert ws i W. induction free as [| f free IH]; intros [| w ws] i W H;
    cbn [weighs] in W; try easy.
  - cbn in H. rewrite E in H. lia.
  - now destruct free.
  - cbn [negative] in H. destruct free as [| g free].
    + destruct ws as [| u ws]; [| now destruct W]. destruct W as [-> ->].
      cbn [holds] in H. unfold negation in H. rewrite dot_add, dot_scale, dot_unit in H.
      cbn [dot Nat.add] in *. rewrite E in H. lia.
    + destruct W as [W1 W2]. apply holds_app in H as [A B]. specialize (IH ws (S i) W2 B).
      cbn [dot]. destruct f; cbn [holds] in A; rewrite ?dot_scale, dot_unit in A; cbn [Nat.add] in A.
      * replace (x i) with 0 by lia. lia.
      * destruct W1; [easy | nia].
Qed.

Lemma dot_gain ws z k i x y :
  (forall j, y (k + i + j)%nat = x (k + i + j)%nat + dot (nth j z []) 0 x) ->
  dot ws (k + i) y = dot ws (k + i) x + gain ws z x.
Proof.
  revert z i. induction ws as [| w ws IH]; intros z i H; [cbn; lia |].
  assert (T : forall z', (forall j, nth j z' [] = nth (S j) z []) ->
    dot ws (S (k + i)) y = dot ws (S (k + i)) x + gain ws z' x).
  { intros z' Z. replace (S (k + i)) with (k + S i)%nat by lia. apply IH. intro j.
    rewrite Z. replace (k + S i + j)%nat with (k + i + S j)%nat by lia. apply H. }
  specialize (H O). rewrite Nat.add_0_r in H. cbn [dot]. rewrite H.
  destruct z as [| f z]; cbn [gain nth].
  - rewrite (T []) by (intros [|]; easy). destruct ws; cbn; lia.
  - rewrite (T z) by easy. lia.
Qed.

Lemma agrees_ext K i x y :
  (forall j, (j < length K)%nat -> y (i + j)%nat = x (i + j)%nat) -> agrees K i x -> agrees K i y.
Proof.
  revert i. induction K as [| k K IH]; intros i H A; [easy |]. destruct A as [A B]. split.
  - rewrite <- A. specialize (H O). rewrite Nat.add_0_r in H. apply H. cbn. lia.
  - apply IH; auto. intros j J. specialize (H (S j)). rewrite Nat.add_succ_r in H. apply H. cbn. lia.
Qed.

Section Proof.
  Variables (L : digit_law) (K ws : list Z) (rows : list (list Z)) (S : list Z) (n0 p : Z).
  Variables (zero_tree first_tree : tree) (each : list hints).
  Hypothesis check : check_digits L zero_tree first_tree each = true.
  Hypothesis T : true_of L K ws rows S n0 p.
  Variable G : N -> N.
  Hypothesis HG : is_grundy (subtract (map Z.to_N S)) G.

  Definition inside (x : point) : Prop := agrees K 0 x /\ balanced rows (known L) x.
  Definition V (v : N) (x : point) : Prop :=
    inside x /\ exists P, In P (pieces L) /\ value P = v /\ holds (place P) x.
  Definition Per (x : point) : Prop :=
    exists P, In P (pieces L) /\ periodic P = true /\ holds (place P) x.
  Definition number (x : point) : Z := dot ws (known L) x.

  Lemma moved_agrees x z : agrees K 0 x -> agrees K 0 (moved x (full L z)).
  Proof.
    apply agrees_ext. intros j J. cbn [Nat.add]. unfold moved, full.
    rewrite (length_known _ _ _ _ _ _ _ T) in J. rewrite app_nth1 by (now rewrite repeat_length).
    rewrite nth_repeat. cbn. lia.
  Qed.

  Lemma dot_moved_full r x z : dot r (known L) (moved x (full L z)) = dot r (known L) x + gain r z x.
  Proof.
    replace (known L) with (known L + 0)%nat by lia. apply dot_gain. intro j.
    unfold moved, full. rewrite app_nth2 by (rewrite repeat_length; lia). rewrite repeat_length.
    now replace (known L + 0 + j - known L)%nat with j by lia.
  Qed.

  Lemma moved_inside v x z : adds K ws rows v z -> inside x ->
    inside (moved x (full L z)) /\ number (moved x (full L z)) = number x + v.
  Proof.
    intros A [B C]. destruct (A x B) as [D F]. split; [split |].
    - now apply moved_agrees.
    - clear A D. revert C F. generalize rows as rs.
      induction rs as [| r rs IH]; [easy |]. cbn [balanced]. intros [C1 C2] F.
      inversion_clear F as [| ? ? Fr Frs]. split; [| now apply IH].
      rewrite dot_moved_full, Fr. lia.
    - unfold number. now rewrite dot_moved_full, D.
  Qed.

  Lemma inside_one x : agrees K 0 x -> x O = 1.
  Proof.
    intro A. pose proof (one _ _ _ _ _ _ _ T) as O1.
    destruct K as [| k K']; [easy |]. destruct A as [A _]. cbn in O1. congruence.
  Qed.

  Lemma moved_facts v x z cs : adds K ws rows v z -> inside x -> In cs (facts L) ->
    exists r, In r cs /\ holds r (moved x (full L z)).
  Proof.
    intros A B I. destruct (moved_inside v x z A B) as [[C D] _].
    pose proof (all_facts _ _ _ _ _ _ _ T _ C D) as F. rewrite Forall_forall in F.
    apply F in I. now apply Exists_exists in I.
  Qed.

  Lemma nothing_adds : adds K ws rows 0 [].
  Proof.
    intros x _. split; [now destruct ws |]. apply Forall_forall. intros r _. now destruct r.
  Qed.

  (** What a tree shows. *)
  Lemma shows h about spots goals t x :
    shown L h about spots goals t = true -> holds h x -> inside x ->
    (forall z, In z about -> exists v, adds K ws rows v z) ->
    exists z r, In z spots /\ In r goals /\ holds r (moved x (full L z)).
  Proof.
    intros C H I A. destruct (entails _ _ _ _ _ _ x C) as (z & r & Iz & Ir & R); auto.
    - now apply inside_one, I.
    - intros z cs Iz Ic. apply in_map_iff in Iz as (z' & <- & Iz). apply A in Iz as [v Iz].
      now apply (moved_facts v).
    - apply in_map_iff in Iz as (z' & <- & Iz). now exists z', r.
  Qed.

  Lemma check_parts :
    shown L (origin L) [] [[]] (regions L (fun _ => true)) zero_tree = true /\
    shown L (origin L) [] [start L] (regions L periodic) first_tree = true /\
    forall P, In P (pieces L) -> exists t, check_piece L P t = true.
  Proof.
    unfold check_digits in check. apply andb_prop in check as [A B]. apply andb_prop in A as [A C].
    repeat split; auto. revert B. generalize each as ts.
    induction (pieces L) as [| Q l IH]; intros [| t ts] B P I; try easy.
    apply andb_prop in B as [B D]. destruct I as [-> | I]; [now exists t | eauto].
  Qed.

  Lemma In_regions which r : In r (regions L which) ->
    exists P, In P (pieces L) /\ which P = true /\ r = place P.
  Proof.
    intro I. apply in_map_iff in I as (P & <- & I). apply filter_In in I. exists P. tauto.
  Qed.

  (** The point with parameters and zeros. *)
  Definition base : point := fun i => nth i K 0.

  Lemma base_zero c i : (length K <= i)%nat -> dot c i base = 0.
  Proof.
    revert i. induction c as [| a c IH]; intros i H; [easy |]. cbn [dot]. rewrite IH by lia.
    unfold base. rewrite nth_overflow by lia. lia.
  Qed.

  Lemma base_inside : inside base.
  Proof.
    split.
    - enough (H : forall K' i, (forall j, nth j K' 0 = base (i + j)%nat) -> agrees K' i base)
        by (apply H; easy).
      induction K' as [| k K' IH]; intros i H; [easy |]. split.
      + specialize (H O). rewrite Nat.add_0_r in H. now rewrite <- H.
      + apply IH. intro j. specialize (H (Datatypes.S j)). now rewrite Nat.add_succ_r in H.
    - generalize rows as rs. induction rs as [| r rs IH]; [easy |]. split; auto. apply base_zero.
      now rewrite (length_known _ _ _ _ _ _ _ T).
  Qed.

  Lemma base_origin : holds (origin L) base.
  Proof.
    apply holds_app. split; [| apply (in_cell _ _ _ _ _ _ _ T), base_inside].
    generalize (free L) as fs. assert (H : (length K <= known L)%nat)
      by (now rewrite (length_known _ _ _ _ _ _ _ T)).
    revert H. generalize (known L) as i. intros i H fs. revert i H.
    induction fs as [| f fs IH]; intros i H; [easy |]. cbn [map nonnegative app holds].
    rewrite dot_scale, dot_unit. cbn [Nat.add]. unfold base at 1 2. rewrite nth_overflow by lia.
    repeat split; try lia. apply IH. lia.
  Qed.

  Lemma in_piece P x : In P (pieces L) -> inside x -> holds (place P) x ->
    holds (place P ++ cell L) x.
  Proof. intros _ [A _] H. apply holds_app. split; auto. now apply (in_cell _ _ _ _ _ _ _ T). Qed.

  Lemma about_here spots vs : Forall (fun z => exists v, adds K ws rows v z) spots -> vs = [] :: spots ->
    forall z, In z vs -> exists v, adds K ws rows v z.
  Proof.
    intros F -> z [<- | I]; [exists 0; apply nothing_adds |]. now apply (proj1 (Forall_forall _ _) F).
  Qed.

  Lemma only_here : forall z, In z [[]] -> exists v, adds K ws rows v z.
  Proof. now apply (about_here []). Qed.

  Lemma V_nonneg v x : V v x -> 0 <= number x.
  Proof.
    intros [I (P & IP & _ & H)]. destruct check_parts as (_ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    destruct (shows _ _ _ _ _ x Ct (in_piece P x IP I H) I only_here) as (z & r & Iz & Ir & R).
    destruct Ir as [<- | []].
    apply (nonnegative_val _ _ _ _ (weights _ _ _ _ _ _ _ T)) in R. rewrite dot_moved_full in R.
    pose proof (same_number _ _ _ _ _ _ _ T) as A. rewrite Forall_forall in A.
    destruct (A z Iz x (proj1 I)) as [E _]. unfold number. lia.
  Qed.

  Lemma regions_V v x z r which : adds K ws rows v z -> inside x ->
    In r (regions L which) -> holds r (moved x (full L z)) ->
    exists P, In P (pieces L) /\ which P = true /\ holds (place P) (moved x (full L z)) /\
      V (value P) (moved x (full L z)) /\ number (moved x (full L z)) = number x + v.
  Proof.
    intros A I Ir R. apply In_regions in Ir as (P & IP & W & ->). exists P.
    destruct (moved_inside v x z A I) as [B E]. repeat split; auto; try apply B. now exists P.
  Qed.

  Lemma number_base : number base = 0.
  Proof. apply base_zero. now rewrite (length_known _ _ _ _ _ _ _ T). Qed.

  Lemma no_z : forall z : vector, In z [] -> exists v, adds K ws rows v z.
  Proof. easy. Qed.

  Lemma V_zero : exists v x, V v x /\ number x = 0.
  Proof.
    destruct check_parts as (C & _ & _).
    destruct (shows _ _ _ _ _ _ C base_origin base_inside no_z) as (z & r & [<- | []] & Ir & R).
    destruct (regions_V 0 _ _ _ _ nothing_adds base_inside Ir R) as (P & _ & _ & _ & H & E).
    rewrite number_base in E. eauto.
  Qed.

  Lemma V_start : exists v x, V v x /\ Per x /\ number x = n0.
  Proof.
    destruct check_parts as (_ & C & _).
    destruct (shows _ _ _ _ _ _ C base_origin base_inside no_z) as (z & r & [<- | []] & Ir & R).
    destruct (regions_V n0 _ _ _ _ (first _ _ _ _ _ _ _ T) base_inside Ir R)
      as (P & IP & W & HP & H & E).
    rewrite number_base in E. exists (value P). eexists. repeat split; [apply H | apply H | apply H | | exact E].
    now exists P.
  Qed.

  Lemma next_of P x : In P (pieces L) -> inside x -> holds (place P) x ->
    exists w y Q, V w y /\ number y = number x + 1 /\ In Q (pieces L) /\ holds (place Q) y /\
      implb (periodic P) (periodic Q) = true.
  Proof.
    intros IP I H. destruct check_parts as (_ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    match goal with X : shown _ _ _ (successor L) _ _ = true |- _ =>
      destruct (shows _ _ _ _ _ x X (in_piece P x IP I H) I) as (z & r & Iz & Ir & R) end.
    - apply (about_here (successor L)); auto. eapply Forall_impl; [| apply (successors _ _ _ _ _ _ _ T)].
      intros z A. now exists 1.
    - pose proof (successors _ _ _ _ _ _ _ T) as A. rewrite Forall_forall in A.
      destruct (regions_V 1 _ _ _ _ (A z Iz) I Ir R) as (Q & IQ & W & HQ & VQ & E).
      exists (value Q), (moved x (full L z)), Q. auto.
  Qed.

  Lemma V_next v x : V v x -> exists w y, V w y /\ number y = number x + 1.
  Proof.
    intros [I (P & IP & _ & H)]. destruct (next_of P x IP I H) as (w & y & _ & A & B & _). eauto.
  Qed.

  Lemma Per_next v x : V v x -> Per x -> exists w y, V w y /\ Per y /\ number y = number x + 1.
  Proof.
    intros [I _] (P & IP & P1 & H).
    destruct (next_of P x IP I H) as (w & y & Q & A & B & C & D & F).
    rewrite P1 in F. exists w, y. repeat split; auto; try apply A. now exists Q.
  Qed.

  (** The element and the list of vectors that takes it. *)
  Definition lands (s : Z) (x y : point) : Prop := exists spots z,
    In spots (moves L) /\ In z spots /\ adds K ws rows (- s) z /\ inside x /\ y = moved x (full L z).

  Lemma lands_number s x y : In s S -> lands s x y -> number y = number x - s.
  Proof.
    intros _ (spots & z & _ & _ & A & I & ->). apply (moved_inside _ x) in A; auto. lia.
  Qed.

  Lemma of_element s : In s S -> exists spots,
    In spots (moves L) /\ 1 <= s /\ Forall (adds K ws rows (- s)) spots.
  Proof.
    pose proof (elements _ _ _ _ _ _ _ T) as E. clear T HG. revert s.
    induction E as [| s spots l ls H _ IH]; intros t I; [easy |]. destruct I as [<- | I].
    - exists spots. split; [now left | tauto].
    - destruct (IH t I) as (q & A & B). exists q. split; [now right | auto].
  Qed.

  Lemma of_spots spots : In spots (moves L) -> exists s, In s S /\ Forall (adds K ws rows (- s)) spots.
  Proof.
    pose proof (elements _ _ _ _ _ _ _ T) as E. clear T HG. revert spots.
    induction E as [| s spots l ls H _ IH]; intros t I; [easy |]. destruct I as [<- | I].
    - exists s. split; [now left | tauto].
    - destruct (IH t I) as (q & A & B). exists q. split; [now right | auto].
  Qed.

  Lemma V_away v x s : V v x -> In s S ->
    exists y, lands s x y /\ (number y < 0 \/ exists w, w <> v /\ V w y).
  Proof.
    intros [I (P & IP & <- & H)] Is. destruct (of_element s Is) as (spots & Im & _ & A).
    destruct check_parts as (_ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    match goal with X : _ (moves L) (in_moves t) = true |- _ => rename X into X0 end.
    assert (Y : exists u, shown L (place P ++ cell L) ([] :: spots) spots (negative (known L) (free L) ::
             regions L (fun Q => negb (value Q =? value P)%N)) u = true).
    { revert Im X0. generalize (in_moves t) as ts. clear.
      induction (moves L) as [| q l IH]; intros [| u ts] Im X; try easy.
      apply andb_prop in X as [X Y]. destruct Im as [-> | Im]; [now exists u | eauto]. }
    destruct Y as [u Y].
    destruct (shows _ _ _ _ _ x Y (in_piece P x IP I H) I) as (z & r & Iz & Ir & R).
    - apply (about_here spots); auto. eapply Forall_impl; [| exact A]. intros z B. now exists (- s).
    - pose proof A as A'. rewrite Forall_forall in A'. specialize (A' z Iz).
      exists (moved x (full L z)). split; [now exists spots, z |]. destruct Ir as [<- | Ir].
      + left. apply (negative_val _ _ _ _ (weights _ _ _ _ _ _ _ T)) in R; auto.
        apply inside_one. now apply (moved_inside _ x) in A' as [[? _] _].
      + right. destruct (regions_V _ _ _ _ _ A' I Ir R) as (Q & _ & W & _ & VQ & _).
        exists (value Q). split; auto. intro D. rewrite D, N.eqb_refl in W. easy.
  Qed.

  Lemma V_reach v x w : V v x -> (w < v)%N -> exists s y, In s S /\ lands s x y /\ V w y.
  Proof.
    intros [I (P & IP & <- & H)] Lw. destruct check_parts as (_ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]).
    match goal with X : _ (upto _ 0) (in_values t) = true |- _ => rename X into X0 end.
    assert (Y : exists u, shown L (place P ++ cell L) ([] :: concat (moves L)) (concat (moves L))
             (regions L (fun Q => (value Q =? w)%N)) u = true).
    { assert (Iw : In w (upto (N.to_nat (value P)) 0)) by (apply In_upto; lia).
      revert Iw X0. generalize (in_values t) as ts. clear.
      induction (upto _ 0) as [| q l IH]; intros [| u ts] Im X; try easy.
      apply andb_prop in X as [X Y]. destruct Im as [-> | Im]; [now exists u | eauto]. }
    assert (A : forall z, In z (concat (moves L)) ->
      exists spots s, In spots (moves L) /\ In z spots /\ In s S /\ adds K ws rows (- s) z).
    { intros z Iz. apply in_concat in Iz as (spots & Is & Iz).
      destruct (of_spots spots Is) as (s & Iss & F). rewrite Forall_forall in F.
      exists spots, s. auto. }
    destruct Y as [u Y].
    destruct (shows _ _ _ _ _ x Y (in_piece P x IP I H) I) as (z & r & Iz & Ir & R).
    - apply (about_here (concat (moves L))); auto. apply Forall_forall. intros z Iz.
      destruct (A z Iz) as (_ & s & _ & _ & _ & B). now exists (- s).
    - destruct (A z Iz) as (spots & s & Is & Izs & Iss & B).
      exists s, (moved x (full L z)). split; auto. split; [now exists spots, z |].
      destruct (regions_V _ _ _ _ _ B I Ir R) as (Q & _ & W & _ & VQ & _).
      apply N.eqb_eq in W as <-. exact VQ.
  Qed.

  Lemma V_period v x : V v x -> Per x ->
    exists u y, V u x /\ V u y /\ number y = number x + p.
  Proof.
    intros [I _] (P & IP & P1 & H). destruct check_parts as (_ & _ & C). destruct (C P IP) as [t Ct].
    unfold check_piece in Ct. repeat (apply andb_prop in Ct as [Ct ?]). rewrite P1 in *.
    cbn [implb] in *. exists (value P).
    match goal with X : shown _ _ _ [period L] _ _ = true |- _ =>
      destruct (shows _ _ _ _ _ x X (in_piece P x IP I H) I only_here) as (z & r & Iz & Ir & R) end.
    destruct Iz as [<- | []].
    destruct (regions_V p _ _ _ _ (more _ _ _ _ _ _ _ T) I Ir R) as (Q & _ & W & _ & VQ & E).
    apply N.eqb_eq in W. exists (moved x (full L (period L))). rewrite W in VQ.
    split; [split; [exact I | now exists P] | now split].
  Qed.

  Theorem digits_law : described L K ws rows G /\ 1 <= p /\
    forall n, n0 <= Z.of_N n -> G (n + Z.to_N p) = G n.
  Proof.
    assert (positive : forall s, In s S -> 1 <= s) by (intros s I; now apply of_element in I as (? & ? & ?)).
    split; [split | split].
    - intro n. destruct (every_number _ number V V_zero V_next n) as (v & x & [[A B] (P & C & _ & D)] & E).
      exists x, P. auto.
    - intros x P A B C D.
      apply (value_of_digits _ number V S G lands HG positive V_nonneg lands_number V_away V_reach).
      split; [now split | now exists P].
    - apply (positive_period _ _ _ _ _ _ _ T).
    - apply (period_of_digits _ number V S G lands HG positive V_nonneg lands_number V_away V_reach
        Per n0 p V_start Per_next V_period), (positive_period _ _ _ _ _ _ _ T).
  Qed.
End Proof.

(** * How a law is shown to be true of parameters *)

(** Put the parameters, which [A] says, into the place of the unknowns before the digits. *)
Ltac parameters A :=
  cbn [agrees] in A;
  repeat match type of A with
         | _ /\ _ => let E := fresh "E" in destruct A as [E A]; rewrite ?E; clear E
         end.

Ltac not_negative :=
  repeat first [lia | apply Z.add_nonneg_nonneg | apply Z.mul_nonneg_nonneg]; nia.

Ltac at_least_1 := first [lia | nia].

Ltac identity := first [ring | lia | nia].

(** Two games with the same numbers, each in its own names. *)
Ltac same_terms :=
  lazymatch goal with
  | |- @eq Z _ _ => ring
  | |- [] = [] => reflexivity
  | |- _ => f_equal; same_terms
  end.
Ltac same_game HG :=
  first [exact HG |
    match type of HG with is_grundy ?g ?G => match goal with |- is_grundy ?h _ =>
      let E := fresh in assert (E : h = g) by same_terms; rewrite E; exact HG end end].

Ltac vector_adds :=
  let x := fresh "x" in let A := fresh "A" in intros x A; split;
  [cbn [gain dot]; parameters A; identity |
   repeat (constructor; [cbn [gain dot]; parameters A; identity |]); constructor].

Lemma gcd_parts a r : 1 <= a ->
  a * (r / Z.gcd a r) = r * (a / Z.gcd a r) /\ 1 <= a / Z.gcd a r.
Proof.
  intro H. assert (P : 0 < Z.gcd a r).
  { assert (A := Z.gcd_nonneg a r). assert (B : Z.gcd a r <> 0); [| lia].
    intro E. apply Z.gcd_eq_0_l in E. lia. }
  destruct (Z.gcd_divide_l a r) as [i I]. destruct (Z.gcd_divide_r a r) as [j J].
  set (g := Z.gcd a r) in *. clearbody g. rewrite I, J, !Z.div_mul by lia. split; nia.
Qed.

(** A number f = r t - a s with t = 0 that is at least 0 and less than a is 0. *)
Lemma phase_cases f t a r s : f - r * t + a * s = 0 ->
  t <= -1 \/ 1 <= t \/ f <= -1 \/ a <= f \/ f = 0.
Proof.
  intro E. assert (D : t <= -1 \/ 1 <= t \/ t = 0) by lia. destruct D as [D | [D | ->]]; auto.
  assert (s = 0 \/ s <= -1 \/ 1 <= s) as [-> | [D | D]] by lia; [lia | |];
    destruct (Z_le_dec a f); destruct (Z_le_dec f (-1)); auto; nia.
Qed.

(** t <= -1, or t >= 1, or f <= -1, or g >= 0, or f = 0. *)
Definition phase_clause (t f g : form) : list region :=
  [[negation t]; [negation (scale (-1) t)]; [negation f]; [g]; [f; scale (-1) f]].

Lemma phase_clause_true t f g x :
  (x O = 1 -> dot t 0 x <= -1 \/ 1 <= dot t 0 x \/ dot f 0 x <= -1 \/ 0 <= dot g 0 x \/ dot f 0 x = 0) ->
  x O = 1 ->
  Exists (fun r => holds r x)
    (phase_clause t f g).
Proof.
  intros H E. destruct (H E) as [C | [C | [C | [C | C]]]].
  - apply Exists_cons_hd. split; [apply negation_holds; auto; lia | easy].
  - apply Exists_cons_tl, Exists_cons_hd. split; [apply negation_holds; auto; rewrite dot_scale; lia | easy].
  - do 2 apply Exists_cons_tl. apply Exists_cons_hd. split; [apply negation_holds; auto; lia | easy].
  - do 3 apply Exists_cons_tl. apply Exists_cons_hd. now split.
  - do 4 apply Exists_cons_tl. apply Exists_cons_hd. repeat split; rewrite ?dot_scale; lia.
Qed.
