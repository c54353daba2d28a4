(** Play ends, and what is said of moves between sets that automata accept: the conditions from which
    the laws of who wins and of values follow (discover/boards/theorems/lost_by_digits.py). *)
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

  Lemma everything_gone W : gone everything 1 W = 1%N.
  Proof. unfold gone. induction W as [| a W IH]; auto. Qed.

  Lemma everything_accepts v : accepts N everything v = true.
  Proof. unfold accepts. induction (rows N (size N v) v); auto. Qed.

  (** The forms of a move and some more are never all at least 0. *)
  Definition never (m : move) (more : list form) : bool :=
    apart N n width everything everything (Move (names m) (places m) (more ++ forms m) (bits m)) fuel.

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
    never m more = true -> length (places m) = n -> readable N m = true ->
    position n v -> position (names m) u ->
    Forall (fun f => 0 <= value f (v ++ u)) (forms m) -> share m (v ++ u) = true ->
    Forall (fun f => 0 <= value f (v ++ u)) more -> False.
  Proof.
    intros C L B P Q F Sh M. unfold never in C.
    apply (none_leads N HN n width everything everything (everything_gone _) (everything_gone _)
             _ _ C L B v (map (pick (v ++ u)) (places m)));
      auto; try apply everything_accepts.
    exists u. split; auto. split; auto. now apply Forall_app.
  Qed.

  Lemma lowers_leads m sums more v u :
    lowers m more sums = true -> Forall (fun s => length s = n) sums ->
    length (places m) = n -> readable N m = true -> position n v -> position (names m) u ->
    Forall (fun f => 0 <= value f (v ++ u)) (forms m) -> share m (v ++ u) = true ->
    Forall (fun f => 0 <= value f (v ++ u)) more ->
    lower sums (map (pick (v ++ u)) (places m)) v.
  Proof.
    intros C Ls Lm B P Q F Sh. revert more C. induction Ls as [| s sums Ls _ IH]; intros more C M;
      cbn [lowers lower] in *.
    - exact (never_leads _ _ _ _ C Lm B P Q F Sh M).
    - apply andb_prop in C as [C1 C2].
      assert (E : dot (fall s m) (v ++ u) = dot s v - dot s (map (pick (v ++ u)) (places m))).
      { apply dot_fall. destruct P as [-> _]. exact Ls. }
      destruct (Z.lt_trichotomy (dot s (map (pick (v ++ u)) (places m))) (dot s v)) as [L | [L | L]].
      + now left.
      + right. split; auto. apply (IH _ C2). constructor; auto.
        unfold value. cbn [coefficients constant]. rewrite dot_opposite. lia.
      + exfalso. apply (never_leads _ _ _ _ C1 Lm B P Q F Sh). constructor; auto.
        unfold value. cbn [coefficients constant]. rewrite dot_opposite. lia.
  Qed.

End Ends.

(** * Conditions on moves between sets *)

Inductive condition :=
  (** No move leads from a position that K accepts to one that L accepts. *)
  | Never (K L : automaton)
  (** From a position some move leads to one that K accepts, or it is excused by which of the automata
      L accept it. *)
  | Always (L : list automaton) (excused : list bool -> bool) (K : automaton)
  (** Every position is as it should be, by which of the automata L accept it. *)
  | Each (L : list automaton) (fits : list bool -> bool).

Definition holds_of (N : numeration) (n : nat) (options : game) (c : condition) : Prop :=
  match c with
  | Never K L => forall v w, position n v -> position n w -> options v w ->
                   accepts N K v = true -> accepts N L w = true -> False
  | Always L excused K => forall v, position n v -> excused (told N L v) = false ->
                            exists w, position n w /\ options v w /\ accepts N K w = true
  | Each L fits => forall v, position n v -> fits (told N L v) = true
  end.

Section Checks.
  Variable N : numeration.
  Variables (n : nat) (width : BinNums.N) (fuel : nat) (moves : list move) (sums : list (list Z))
    (periods : nat).

  (** Zeros in front of numbers change nothing. *)
  Definition starts (K : automaton) : bool := (gone K 1 (zeros N n) =? 1)%N.

  Definition condition_ok (c : condition) : bool :=
    match c with
    | Never K L => starts K && starts L && forallb (fun m => apart N n width K L m fuel) moves
    | Always L excused K => starts K && reached_by_some N n K width L excused moves periods fuel
    | Each L fits => reached_by_some N n everything width L fits [] 0 fuel
    end.

  Definition move_ok (m : move) : bool :=
    (length (places m) =? n)%nat && readable N m && lowers N n width fuel m [] sums.

  Definition check (conditions : list condition) : bool :=
    is_numeration N &&
    forallb (fun s => (length s =? n)%nat && forallb (Z.leb 0) s) sums &&
    forallb move_ok moves && forallb condition_ok conditions.

  Variable conditions : list condition.
  Hypothesis checked : check conditions = true.

  (** The game, in other words. *)
  Variable options : game.
  Hypothesis same : forall v w, position n v -> position n w -> options v w <-> leads moves v w.

  Lemma checks :
    is_numeration N = true /\
    Forall (fun s => length s = n /\ Forall (Z.le 0) s) sums /\
    (forall m, In m moves ->
       (length (places m) = n /\ readable N m = true) /\ lowers N n width fuel m [] sums = true) /\
    (forall c, In c conditions -> condition_ok c = true).
  Proof.
    unfold check in checked. rewrite !andb_true_iff, !forallb_forall in checked.
    destruct checked as (((HN & S) & M) & C). split; [| split; [| split]]; auto.
    - apply Forall_forall. intros s I. apply S, andb_prop in I as [L P].
      apply Nat.eqb_eq in L. split; auto. apply Forall_forall. intros x J.
      rewrite forallb_forall in P. now apply Z.leb_le, P.
    - intros m I. apply M in I. unfold move_ok in I. rewrite !andb_true_iff, Nat.eqb_eq in I. tauto.
  Qed.

  Lemma options_lower v w : position n v -> position n w -> options v w -> lower sums w v.
  Proof.
    intros P Q O. destruct checks as (HN & S & M & _).
    apply (same v w P Q) in O as (m & I & u & D & F & Sh & ->). destruct (M m I) as ((Lm & B) & C).
    apply (lowers_leads N HN n width fuel m sums [] v u C); auto. eapply Forall_impl; [| exact S]. cbn. tauto.
  Qed.

  Theorem conditions_hold c : In c conditions -> holds_of N n options c.
  Proof.
    intro I. destruct checks as (HN & S & M & C). apply C in I. clear C.
    destruct c as [K L | L excused K | L fits]; cbn [condition_ok holds_of] in *.
    - rewrite !andb_true_iff in I. destruct I as ((HK & HL) & A). apply N.eqb_eq in HK, HL.
      intros v w P Q O. apply (same v w P Q) in O as (m & J & D). destruct (M m J) as ((Lm & B) & _).
      rewrite forallb_forall in A. exact (none_leads N HN n width K L HK HL m fuel (A m J) Lm B v w P D).
    - apply andb_prop in I as [HK R]. apply N.eqb_eq in HK. intros v P E.
      destruct (some_leads N HN n K width HK L excused moves periods fuel v R) as (w & D & Q & A); auto.
      + intros m J. now apply M.
      + exists w. split; auto. split; auto. now apply same.
    - intros v P. destruct (fits (told N L v)) eqn:E; auto.
      destruct (some_leads N HN n everything width (everything_gone _) L fits [] 0 fuel v I)
        as (w & (m & [] & _) & _); auto. intros m [].
  Qed.

  (** Induction along play. *)
  Definition option_of (w v : list Z) : Prop := position n w /\ position n v /\ options v w.

  Lemma play_ends : Coq.Init.Wf.well_founded option_of.
  Proof.
    destruct checks as (_ & S & _).
    assert (S' : Forall (Forall (Z.le 0)) sums).
    { eapply Forall_impl; [| exact S]. cbn. tauto. }
    intro v. induction v as [v IH] using (well_founded_induction (lower_ends sums S')).
    constructor. intros w (Q & P & O). apply IH. split; [apply Q |]. split; [apply P |].
    now apply options_lower.
  Qed.
End Checks.

(** * Moves in other words: tactics *)

(** That the numbers of a list are at least 0, one by one. *)
Ltac facts F := repeat (apply Forall_cons_iff in F; destruct F as [? F]); clear F.

Ltac of_lists :=
  cbn [value coefficients constant dot app map pick nth] in *.

Ltac at_least_0 :=
  repeat (apply Forall_cons; [unfold value; of_lists; lia |]); apply Forall_nil.

(** The digits that numbers share, as a truth value and as equations. *)
Ltac to_share m :=
  cbv [m share forallb bits]; of_lists; unfold pick; of_lists;
  repeat (apply andb_true_intro; split; [apply Z.eqb_eq; lia |]); reflexivity.

Ltac from_share B :=
  cbv [share forallb] in B; unfold pick in B; of_lists;
  repeat (apply andb_prop in B; let L := fresh "L" in destruct B as [L B]; apply Z.eqb_eq in L); clear B.

(** From a formula to move number j of the list, with the numbers u. *)
Ltac by_move moves j m u :=
  exists m; split; [apply (nth_error_In moves j); reflexivity |]; exists u;
  split; [cbv [m names]; split; [reflexivity | at_least_0] |];
  split; [cbv [m forms]; at_least_0 |];
  split; [to_share m | cbv [m places]; unfold pick; of_lists; repeat (apply f_equal2; [lia |]); reflexivity].

(** What the library says of a move, as equations and inequalities. *)
Ltac of_move m P F B E :=
  cbv [m names places forms bits] in F, B, E; facts P; facts F; from_share B;
  unfold value, pick in *; of_lists; injection E; clear E; intros.

(** A formula, part by part; what is said of digits follows from what is known of equal numbers. *)
Ltac by_land :=
  match goal with
  | H : Z.land ?a ?b = ?c |- Z.land _ _ = _ => transitivity (Z.land a b); [f_equal; lia | lia]
  end.

Ltac by_parts := first [lia | repeat split; first [lia | by_land]].
