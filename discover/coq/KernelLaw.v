(** The law of who wins: play ends, and the positions that an automaton accepts are the lost
    ones (discover/boards/theorems/lost_by_digits.py). *)
From Coq Require Import ZArith NArith List Lia Bool Wellfounded.
From Mexplore Require Import Grundy Evaluate Numerations Readings Kernel KernelReached.
Import ListNotations.
Local Open Scope Z_scope.

(** * Play ends: sums of multiples of the numbers, the first of which that changes falls *)

Fixpoint lower (sums : list (list Z)) (w v : list Z) : Prop :=
  match sums with
  | [] => False
  | s :: sums => dot s w < dot s v \/ (dot s w = dot s v /\ lower sums w v)
  end.

Lemma dot_positive s v : Forall (Z.le 0) s -> Forall (Z.le 0) v -> 0 <= dot s v.
Proof.
  intro S. revert v. induction S as [| a s A S IH]; intros [| x v] V; cbn [dot]; try lia.
  inversion V; subst. specialize (IH v ltac:(auto)). nia.
Qed.

Lemma lower_ends sums :
  Forall (Forall (Z.le 0)) sums ->
  Coq.Init.Wf.well_founded (fun w v => Forall (Z.le 0) w /\ Forall (Z.le 0) v /\ lower sums w v).
Proof.
  induction 1 as [| s sums S _ IH]; intro v; cbn [lower]; [constructor; tauto |].
  assert (A : forall k v, Forall (Z.le 0) v -> Z.to_nat (dot s v) = k ->
            Acc (fun w v => Forall (Z.le 0) w /\ Forall (Z.le 0) v /\
                   (dot s w < dot s v \/ dot s w = dot s v /\ lower sums w v)) v).
  { clear v. induction k as [k IHk] using (well_founded_induction lt_wf). intros v.
    induction (IH v) as [v _ IHv]. intros P E. constructor. intros w (Pw & _ & [L | [D L]]).
    - apply (IHk (Z.to_nat (dot s w))); auto.
      pose proof (dot_positive s w S Pw). pose proof (dot_positive s v S P). lia.
    - apply IHv; auto. now rewrite D. }
  constructor. intros w (Pw & Pv & L). now apply (A (Z.to_nat (dot s w))).
Qed.

(** The form s(v) - s(w) in the numbers v and u, where w is taken from them. *)
Fixpoint plus (a b : list Z) : list Z :=
  match a, b with
  | x :: a, y :: b => x + y :: plus a b
  | [], b => b
  | a, [] => a
  end.

Fixpoint unit (k : nat) (x : Z) : list Z := match k with O => [x] | S k => 0 :: unit k x end.

Fixpoint without (s : list Z) (places : list nat) : list Z :=
  match s, places with
  | x :: s, k :: places => plus (unit k (- x)) (without s places)
  | _, _ => []
  end.

Definition fall (s : list Z) (m : move) : list Z := plus s (without s (places m)).

Lemma dot_plus a b z : dot (plus a b) z = dot a z + dot b z.
Proof.
  revert b z. induction a as [| x a IH]; intros [| y b] [| n z]; cbn [plus dot]; try lia.
  rewrite IH. lia.
Qed.

Lemma dot_unit k x z : dot (unit k x) z = x * pick z k.
Proof.
  unfold pick. revert z. induction k as [| k IH]; intros [| n z]; cbn [unit dot nth]; try lia.
  rewrite IH. lia.
Qed.

Lemma dot_app s v u : length s = length v -> dot s (v ++ u) = dot s v.
Proof.
  revert v. induction s as [| x s IH]; intros [| n v] L; cbn [app dot]; try discriminate L; auto.
  rewrite IH; auto.
Qed.

Lemma dot_without s l z : dot (without s l) z = - dot s (map (pick z) l).
Proof.
  revert l. induction s as [| x s IH]; intros [| k l]; cbn [without map dot]; auto.
  rewrite dot_plus, dot_unit, IH. lia.
Qed.

Lemma dot_fall s m v u :
  length s = length v -> dot (fall s m) (v ++ u) = dot s v - dot s (map (pick (v ++ u)) (places m)).
Proof. intro L. unfold fall. rewrite dot_plus, dot_without, dot_app; lia. Qed.

Section Ends.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Variables (n : nat) (width : BinNums.N) (fuel : nat).

  (** All positions. *)
  Definition everything : automaton := Automaton (fun _ _ => 1%N) (fun _ => true).

  Lemma everything_accepts v : accepts N everything v = true.
  Proof. unfold accepts. induction (rows N (size v) v); auto. Qed.

  (** The forms of a move and some more are never all at least 0. *)
  Definition never (m : move) (more : list form) : bool :=
    apart N n width everything (Move (names m) (places m) (more ++ forms m)) fuel.

  Definition opposite (s : list Z) : list Z := map Z.opp s.

  Lemma dot_opposite s z : dot (opposite s) z = - dot s z.
  Proof.
    revert z. induction s as [| x s IH]; intros [| y z]; cbn [opposite map dot]; auto.
    fold (opposite s). rewrite IH. lia.
  Qed.

  Fixpoint lowers (m : move) (more : list form) (sums : list (list Z)) : bool :=
    match sums with
    | [] => never m more
    | s :: sums =>
        never m (Form (opposite (fall s m)) (-1) :: more) &&
        lowers m (Form (opposite (fall s m)) 0 :: more) sums
    end.

  Lemma never_leads m more v u :
    never m more = true -> length (places m) = n -> position n v -> position (names m) u ->
    Forall (fun f => 0 <= value f (v ++ u)) (forms m) ->
    Forall (fun f => 0 <= value f (v ++ u)) more -> False.
  Proof.
    intros C L P Q F M. unfold never in C.
    apply (none_leads N HN n width everything eq_refl _ _ C L v (map (pick (v ++ u)) (places m)));
      auto; try apply everything_accepts.
    exists u. split; auto. split; auto. now apply Forall_app.
  Qed.

  Lemma lowers_leads m sums more v u :
    lowers m more sums = true -> Forall (fun s => length s = n) sums ->
    length (places m) = n -> position n v -> position (names m) u ->
    Forall (fun f => 0 <= value f (v ++ u)) (forms m) ->
    Forall (fun f => 0 <= value f (v ++ u)) more ->
    lower sums (map (pick (v ++ u)) (places m)) v.
  Proof.
    intros C Ls Lm P Q F. revert more C. induction Ls as [| s sums Ls _ IH]; intros more C M;
      cbn [lowers lower] in *.
    - exact (never_leads _ _ _ _ C Lm P Q F M).
    - apply andb_prop in C as [C1 C2].
      assert (E : dot (fall s m) (v ++ u) = dot s v - dot s (map (pick (v ++ u)) (places m))).
      { apply dot_fall. destruct P as [-> _]. exact Ls. }
      destruct (Z.lt_trichotomy (dot s (map (pick (v ++ u)) (places m))) (dot s v)) as [L | [L | L]].
      + now left.
      + right. split; auto. apply (IH _ C2). constructor; auto.
        unfold value. cbn [coefficients constant]. rewrite dot_opposite. lia.
      + exfalso. apply (never_leads _ _ _ _ C1 Lm P Q F). constructor; auto.
        unfold value. cbn [coefficients constant]. rewrite dot_opposite. lia.
  Qed.

End Ends.

(** * The law *)

Section Law.
  Variable N : numeration.
  Variables (n : nat) (width : BinNums.N) (fuel : nat).

  Definition check (K : automaton) (moves : list move) (sums : list (list Z)) (zeros : nat) : bool :=
    is_numeration N && (go K 1 (repeat 0%Z n) =? 1)%N &&
    forallb (fun s => (length s =? n)%nat && forallb (Z.leb 0) s) sums &&
    forallb (fun m => (length (places m) =? n)%nat && lowers N n width fuel m [] sums && apart N n width K m fuel)
      moves &&
    reached_by_some N n K width moves zeros fuel.

  Variables (K : automaton) (moves : list move) (sums : list (list Z)) (zeros : nat).
  Hypothesis checked : check K moves sums zeros = true.

  (** The game, in other words. *)
  Variable options : game.
  Hypothesis same : forall v w, position n v -> position n w -> options v w <-> leads moves v w.

  Lemma checks :
    is_numeration N = true /\ go K 1 (repeat 0 n) = 1%N /\
    Forall (fun s => length s = n /\ Forall (Z.le 0) s) sums /\
    (forall m, In m moves -> length (places m) = n /\ lowers N n width fuel m [] sums = true /\
                             apart N n width K m fuel = true) /\
    reached_by_some N n K width moves zeros fuel = true.
  Proof.
    unfold check in checked. rewrite !andb_true_iff, N.eqb_eq, !forallb_forall in checked.
    destruct checked as ((((HN & G) & S) & M) & R). repeat split; auto.
    - apply Forall_forall. intros s I. apply S, andb_prop in I as [L P].
      apply Nat.eqb_eq in L. split; auto. apply Forall_forall. intros x J.
      rewrite forallb_forall in P. now apply Z.leb_le, P.
    - apply M in H. rewrite !andb_true_iff in H. now apply Nat.eqb_eq.
    - apply M in H. rewrite !andb_true_iff in H. tauto.
    - apply M in H. rewrite !andb_true_iff in H. tauto.
  Qed.

  Lemma options_lower v w : position n v -> position n w -> options v w -> lower sums w v.
  Proof.
    intros P Q O. destruct checks as (HN & G & S & M & R). apply (same v w P Q) in O as (m & I & u & D & F & ->).
    destruct (M m I) as (Lm & C & _).
    apply (lowers_leads N HN n width fuel m sums [] v u C); auto. eapply Forall_impl; [| exact S]. cbn. tauto.
  Qed.

  Lemma none_of_options v w :
    position n v -> position n w -> options v w ->
    accepts N K v = true -> accepts N K w = true -> False.
  Proof.
    intros P Q O. destruct checks as (HN & G & S & M & R). apply (same v w P Q) in O as (m & I & D).
    destruct (M m I) as (Lm & _ & C). exact (none_leads N HN n width K G m fuel C Lm v w P D).
  Qed.

  Lemma some_option v :
    position n v -> accepts N K v = false -> exists w, position n w /\ options v w /\ accepts N K w = true.
  Proof.
    intros P A. destruct checks as (HN & G & S & M & R).
    destruct (some_leads N HN n K width G moves zeros fuel v R) as (w & L & Q & B); auto.
    - intros m I. now apply M.
    - exists w. split; auto. split; auto. now apply same.
  Qed.

  (** Every way to say which positions are lost says that they are those that are accepted. *)
  Theorem lost_is_accepted lost :
    is_lost n options lost -> forall v, position n v -> (lost v <-> accepts N K v = true).
  Proof.
    intros H v. destruct checks as (_ & _ & S & _).
    assert (S' : Forall (Forall (Z.le 0)) sums).
    { eapply Forall_impl; [| exact S]. cbn. tauto. }
    induction v as [v IH] using (well_founded_induction (lower_ends sums S')). intro P.
    assert (B : forall w, position n w -> options v w -> (lost w <-> accepts N K w = true)).
    { intros w Q O. apply IH; auto. split; [apply Q |]. split; [apply P |]. now apply options_lower. }
    rewrite (H v P). split.
    - intro L. destruct (accepts N K v) eqn:A; auto. exfalso.
      destruct (some_option v P A) as (w & Q & O & Aw). apply (L w Q O). now apply B.
    - intros A w Q O L. apply (none_of_options v w P Q O A). now apply B.
  Qed.

  (** There is such a way. *)
  Theorem lost_exists : exists lost, is_lost n options lost.
  Proof.
    exists (fun v => accepts N K v = true). intros v P. split.
    - intros A w Q O. exact (none_of_options v w P Q O A).
    - intro L. destruct (accepts N K v) eqn:A; auto. exfalso.
      destruct (some_option v P A) as (w & Q & O & Aw). exact (L w Q O Aw).
  Qed.
End Law.

Theorem lost_law N n width fuel K moves sums zeros :
  check N n width fuel K moves sums zeros = true ->
  forall options, (forall v w, position n v -> position n w -> options v w <-> leads moves v w) ->
  forall lost, is_lost n options lost ->
  forall v, position n v -> (lost v <-> accepts N K v = true).
Proof. intros C options S. exact (lost_is_accepted N n width fuel K moves sums zeros C options S). Qed.

(** * Moves in other words: tactics *)

(** That the numbers of a list are at least 0, one by one. *)
Ltac facts F := repeat (apply Forall_cons_iff in F; destruct F as [? F]); clear F.

Ltac of_lists :=
  cbn [value coefficients constant dot app map pick nth] in *.

Ltac at_least_0 :=
  repeat (apply Forall_cons; [unfold value; of_lists; lia |]); apply Forall_nil.

(** From a formula to move number j of the list, with the numbers u. *)
Ltac by_move moves j m u :=
  exists m; split; [apply (nth_error_In moves j); reflexivity |]; exists u;
  cbv [m names places forms];
  split; [split; [reflexivity | at_least_0] |];
  split; [at_least_0 | unfold pick; of_lists; repeat (apply f_equal2; [lia |]); reflexivity].

(** What the library says of a move, as equations and inequalities. *)
Ltac of_move m P F E :=
  cbv [m names places forms] in F, E; facts P; facts F; unfold value, pick in *; of_lists;
  injection E; clear E; intros.
