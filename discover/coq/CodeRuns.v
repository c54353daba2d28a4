(** Laws with parameters of octal games, as words of runs (discover/families/codes/theorem.py).

    A run is a length and a value. Unknowns are the number 1, parameters, and the heap n behind
    them. Lengths are linear forms of parameters. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate TakeAndBreak Linear Digits DigitValues.
Import ListNotations.
Local Open Scope Z_scope.

(** * Runs *)

Definition runs := list (Z * N).

Fixpoint span (l : runs) : Z := match l with [] => 0 | r :: l => fst r + span l end.

(** First, last and value of each run, where the first one begins at [start]. *)
Fixpoint placed (start : Z) (l : runs) : list (Z * Z * N) :=
  match l with
  | [] => []
  | (length, v) :: l => (start, start + length - 1, v) :: placed (start + length) l
  end.

Definition within (r : Z * Z * N) (n : Z) : Prop := fst (fst r) <= n <= snd (fst r).

Definition proper (l : runs) : Prop := Forall (fun r => 0 <= fst r) l.

Definition many (m : nat) (l : runs) : runs := concat (repeat l m).

(** The values of G from [start] on are those of the runs. *)
Definition follows (start : Z) (l : runs) (G : N -> N) : Prop :=
  forall r n, In r (placed start l) -> within r (Z.of_N n) -> G n = snd r.

Lemma span_app a b : span (a ++ b) = span a + span b.
Proof. induction a as [| r a IH]; cbn [app span]; lia. Qed.

Lemma span_proper l : proper l -> 0 <= span l.
Proof. intro P. induction P as [| r l A P IH]; cbn [span]; lia. Qed.

Lemma span_many m l : span (many m l) = Z.of_nat m * span l.
Proof.
  induction m as [| m IH]; [reflexivity |]. unfold many in *. cbn [repeat concat].
  rewrite span_app, IH. lia.
Qed.

Lemma placed_app s a b : placed s (a ++ b) = placed s a ++ placed (s + span a) b.
Proof.
  revert s. induction a as [| [k v] a IH]; intro s; cbn [app placed span].
  - now replace (s + 0) with s by lia.
  - rewrite IH. cbn [fst]. now rewrite Z.add_assoc.
Qed.

Lemma placed_covers l s n : proper l -> s <= n < s + span l ->
  exists r, In r (placed s l) /\ within r n.
Proof.
  intro P. revert s. induction P as [| [k v] l A P IH]; intros s H; cbn [span placed fst] in *;
    [lia |].
  destruct (Z_lt_le_dec n (s + k)) as [C | C].
  - exists (s, s + k - 1, v). split; [now left |]. unfold within. cbn. lia.
  - destruct (IH (s + k)) as (r & I & W); [lia |]. exists r. split; [now right | auto].
Qed.

Lemma placed_bounds l s r : proper l -> In r (placed s l) ->
  s <= fst (fst r) /\ snd (fst r) < s + span l.
Proof.
  intro P. revert s. induction P as [| [k v] l A P IH]; intros s I; cbn [placed] in I; [easy |].
  pose proof (span_proper l P). cbn [span fst] in *.
  destruct I as [<- | I]; cbn [fst snd].
  - lia.
  - apply IH in I. lia.
Qed.

Lemma placed_shift l s p r : In r (placed s l) ->
  In (fst (fst r) + p, snd (fst r) + p, snd r) (placed (s + p) l).
Proof.
  revert s. induction l as [| [k v] l IH]; intros s I; [easy |]. cbn [placed] in *.
  destruct I as [<- | I]; cbn [fst snd].
  - left. f_equal. f_equal. lia.
  - right. replace (s + p + k) with (s + k + p) by lia. auto.
Qed.

(** A period later is a run of the same value, while there are copies. *)
Lemma placed_again l m s r n : proper l ->
  In r (placed s (many m l)) -> within r n -> n + span l < s + Z.of_nat m * span l ->
  exists r', In r' (placed s (many m l)) /\ within r' (n + span l) /\ snd r' = snd r.
Proof.
  intro P. revert s. induction m as [| m IH]; intros s I W B; [easy |].
  rewrite Nat2Z.inj_succ, Z.mul_succ_l in B.
  unfold many in I |- *. cbn [repeat concat] in I |- *. fold (many m l) in I |- *.
  rewrite placed_app in I |- *. apply in_app_iff in I as [I | I].
  - destruct m as [| m].
    + destruct (placed_bounds l s r P I). unfold within in W. cbn in B. lia.
    + exists (fst (fst r) + span l, snd (fst r) + span l, snd r). split.
      * apply in_app_iff. right. unfold many. cbn [repeat concat]. rewrite placed_app.
        apply in_app_iff. left. now apply placed_shift.
      * unfold within in *. cbn [fst snd]. split; [lia | auto].
  - destruct (IH (s + span l) I W) as (r' & I' & W' & E); [lia |]. exists r'.
    repeat split; auto; try apply W'. apply in_app_iff. now right.
Qed.

(** * Games: digits that stand at so many places *)

Definition digits_of (splits : bool) (segments : runs) : list N :=
  (if splits then 4 else 0)%N :: flat_map (fun s => repeat (snd s) (Z.to_nat (fst s))) segments.

(** Which numbers of tokens a digit stands for: splitting alone, and from 1 on. *)
Definition removals (splits : bool) (segments : runs) : list (Z * Z * N) :=
  (if splits then [(0, 0, 4%N)] else []) ++ placed 1 segments.

Lemma In_digit_moves k d j i :
  In (j, i) (digit_moves k d) <-> j = k /\ (i < 5)%nat /\ N.testbit d (N.of_nat i) = true.
Proof.
  unfold digit_moves. rewrite in_flat_map. split.
  - intros (x & I & H). apply in_seq in I. destruct (N.testbit d (N.of_nat x)) eqn:E; [| easy].
    destruct H as [H | []]. inversion H; subst. repeat split; auto. lia.
  - intros (-> & L & E). exists i. split; [apply in_seq; lia |]. rewrite E. now left.
Qed.

Lemma moves_from_app k a b :
  moves_from k (a ++ b) = moves_from k a ++ moves_from (k + N.of_nat (length a)) b.
Proof.
  revert k. induction a as [| d a IH]; intro k; cbn [app moves_from length].
  - now replace (k + N.of_nat 0)%N with k by lia.
  - rewrite IH, app_assoc. do 2 f_equal. lia.
Qed.

Lemma In_moves_repeat k d m j i :
  In (j, i) (moves_from k (repeat d m)) <->
  (k <= j < k + N.of_nat m)%N /\ (i < 5)%nat /\ N.testbit d (N.of_nat i) = true.
Proof.
  revert k. induction m as [| m IH]; intro k; cbn [repeat moves_from]; [split; [easy | lia] |].
  rewrite in_app_iff, In_digit_moves, IH. split; [intros [(-> & A & B) | (A & B & C)] | intros (A & B & C)];
    [repeat split; auto; lia.. |].
  destruct (N.eq_dec j k) as [-> | D]; [now left | right]. repeat split; auto; lia.
Qed.

Lemma In_moves_segments l k j i : proper l ->
  In (j, i) (moves_from k (flat_map (fun s => repeat (snd s) (Z.to_nat (fst s))) l)) <->
  (i < 5)%nat /\ exists r, In r (placed (Z.of_N k) l) /\ within r (Z.of_N j) /\
    N.testbit (snd r) (N.of_nat i) = true.
Proof.
  intro P. revert k. induction P as [| [c d] l A P IH]; intro k; cbn [flat_map placed].
  - split; [easy |]. now intros (_ & r & [] & _).
  - cbn [fst snd] in *. rewrite moves_from_app, in_app_iff, In_moves_repeat, IH, repeat_length.
    replace (Z.of_N (k + N.of_nat (Z.to_nat c))) with (Z.of_N k + c) by lia. split.
    + intros [(B & C & D) | (C & r & I & W & D)]; split; auto.
      * exists (Z.of_N k, Z.of_N k + c - 1, d). split; [now left |]. unfold within. cbn. split; auto. lia.
      * exists r. split; [now right | auto].
    + intros (C & r & [<- | I] & W & D).
      * left. unfold within in W. cbn in W, D. repeat split; auto; lia.
      * right. split; auto. now exists r.
Qed.

Lemma In_moves splits l j i : proper l ->
  In (j, i) (moves_from 0 (digits_of splits l)) <->
  (i < 5)%nat /\ exists r, In r (removals splits l) /\ within r (Z.of_N j) /\
    N.testbit (snd r) (N.of_nat i) = true.
Proof.
  intro P. unfold digits_of, removals. cbn [moves_from]. rewrite in_app_iff, In_digit_moves.
  rewrite (In_moves_segments l _ j i P). change (Z.of_N (0 + 1)) with 1. split.
  - intros [(-> & A & B) | (A & r & I & W & B)]; split; auto.
    + destruct splits; [| now rewrite N.bits_0 in B]. exists (0, 0, 4%N). split; [now left |].
      unfold within. cbn [fst snd]. split; [lia | auto].
    + exists r. rewrite in_app_iff. auto.
  - intros (A & r & I & W & B). apply in_app_iff in I as [I | I].
    + destruct splits; [| easy]. destruct I as [<- | []]. left. unfold within in W. cbn in W, B.
      repeat split; auto. lia.
    + right. split; auto. now exists r.
Qed.

Definition octal_digits (l : runs) : bool := forallb (fun s => snd s <? 8)%N l.

Lemma small_bit d i : (d < 8)%N -> N.testbit d (N.of_nat i) = true -> (i < 3)%nat.
Proof.
  intros L B. destruct (N.eq_dec d 0) as [-> | D]; [now rewrite N.bits_0 in B |].
  destruct (le_lt_dec 3 i) as [H | H]; auto. rewrite N.bits_above_log2 in B; [easy |].
  enough (N.log2 d < 3)%N by lia. apply N.log2_lt_pow2; lia.
Qed.

Lemma placed_digit l s r : octal_digits l = true -> In r (placed s l) -> (snd r < 8)%N.
Proof.
  unfold octal_digits. rewrite forallb_forall. revert s. induction l as [| [c d] l IH]; intros s D I; [easy |].
  destruct I as [<- | I].
  - apply N.ltb_lt, (D (c, d)). now left.
  - apply (IH (s + c)); auto. intros x Ix. apply D. now right.
Qed.

(** What a removal leaves: nothing, one heap or two; taking no token, two. *)
Lemma of_removal splits l r j i : proper l -> octal_digits l = true ->
  In r (removals splits l) -> within r j -> N.testbit (snd r) (N.of_nat i) = true ->
  (i < 3)%nat /\ 0 <= j <= span l /\ (1 <= j \/ i = 2%nat).
Proof.
  intros P D I W B. pose proof (span_proper l P). unfold within in W.
  apply in_app_iff in I as [I | I].
  - destruct splits; [| easy]. destruct I as [<- | []]. cbn in W, B.
    destruct i as [| [| [| i]]]; try easy; [repeat split; auto; lia |].
    apply (small_bit 4) in B; lia.
  - destruct (placed_bounds l 1 r P I). split; [apply (small_bit (snd r)); auto; eapply placed_digit; eauto | lia].
Qed.

(** Each takes a token, or leaves two heaps. *)
Lemma digits_sound splits l : octal_digits l = true -> proper l ->
  forallb sound_move (moves_from 0 (digits_of splits l)) = true.
Proof.
  intros D P. apply forallb_forall. intros [j i] I.
  apply (In_moves _ _ _ _ P) in I as (_ & r & Ir & Hr & B).
  destruct (of_removal _ _ _ _ _ P D Ir Hr B) as (_ & _ & [J | ->]);
    unfold sound_move; cbn [fst snd]; [| apply orb_true_r].
  replace (1 <=? j)%N with true; [reflexivity |]. symmetry. apply N.leb_le. lia.
Qed.

(** * Sums of intervals *)

Lemma sum_of_two a b c d n : a <= b -> c <= d -> a + c <= n <= b + d ->
  exists x y, a <= x <= b /\ c <= y <= d /\ x + y = n.
Proof.
  intros A B C. destruct (Z_le_dec (n - c) b) as [D | D].
  - exists (n - c), c. lia.
  - exists b, (n - b). lia.
Qed.

Lemma sum_of_three a b c d e f n : a <= b -> c <= d -> e <= f -> a + c + e <= n <= b + d + f ->
  exists x y z, a <= x <= b /\ c <= y <= d /\ e <= z <= f /\ x + y + z = n.
Proof.
  intros A B C D. destruct (sum_of_two (a + c) (b + d) e f n) as (s & z & S & Z & E); try lia.
  destruct (sum_of_two a b c d s) as (x & y & X & Y & F); try lia. exists x, y, z. lia.
Qed.

(** * Laws as data *)

(** Runs, or places of digits, whose lengths are forms. *)
Definition forms := list (form * N).

Definition at_point (x : point) (l : forms) : runs := map (fun r => (dot (fst r) 0 x, snd r)) l.

(** The first, the last and the value of each, as forms. *)
Fixpoint placed_forms (start : form) (l : forms) : list (form * form * N) :=
  match l with
  | [] => []
  | (length, v) :: l =>
      (start, add (add start length) [-1], v) :: placed_forms (add start length) l
  end.

Record word_law := Word {
  known : nat;             (** how many unknowns come before n *)
  cell : region;           (** what is given of the parameters *)
  splits : bool;           (** is there a digit 4 in front of the point? *)
  segments : forms;        (** the digits behind it, each with its number of places *)
  head : forms;            (** the runs before the period, and those of one *)
  again : forms;
  copies : nat             (** how many periods are looked at *)
}.

(** An option of n: by a removal, nothing, a heap in a run, or one in each of two runs. *)
Inductive way := Nothing (r : nat) | One (r s : nat) | Two (r s t : nat).

(** For each run: that no option has its value, for each way that could; and for each smaller value
    ways, one of which leads to it. *)
Record hints := Hints { none : list tree; some : list (list way * tree) }.

Section Check.
  Variable L : word_law.

  Definition window : list (form * form * N) :=
    placed_forms [] (head L ++ concat (repeat (again L) (copies L))).
  Definition takes : list (form * form * N) :=
    (if splits L then [([], [], 4%N)] else []) ++ placed_forms [1] (segments L).

  Variables (W R : list (form * form * N)).

  Definition less (low high : form) : form := add high (scale (-1) low).
  Definition from_to (low high : form) : region :=
    [less low (unit (known L)); less (unit (known L)) high].
  Definition length_of (r : form * form * N) : form := less (fst (fst r)) (snd (fst r)).
  Definition bit (r : form * form * N) (i : N) : bool := N.testbit (snd r) i.

  (** That there is such an option of n: the intervals have numbers, and n is a sum of some. *)
  Definition region_of (w : way) : region :=
    match w with
    | Nothing r =>
        match nth_error R r with
        | Some r => if bit r 0 then length_of r :: from_to (fst (fst r)) (snd (fst r)) else never
        | None => never
        end
    | One r s =>
        match nth_error R r, nth_error (tl W) s with
        | Some r, Some s =>
            if bit r 1 then length_of r :: length_of s ::
              from_to (add (fst (fst s)) (fst (fst r))) (add (snd (fst s)) (snd (fst r)))
            else never
        | _, _ => never
        end
    | Two r s t =>
        match nth_error R r, nth_error (tl W) s, nth_error (tl W) t with
        | Some r, Some s, Some t =>
            if bit r 2 then length_of r :: length_of s :: length_of t ::
              from_to (add (add (fst (fst s)) (fst (fst t))) (fst (fst r)))
                (add (add (snd (fst s)) (snd (fst t))) (snd (fst r)))
            else never
        | _, _, _ => never
        end
    end.

  Definition value_at (s : nat) : N := snd (nth s (tl W) ([], [], 0%N)).
  Definition worth (w : way) : N :=
    match w with
    | Nothing _ => 0
    | One _ s => value_at s
    | Two _ s t => N.lxor (value_at s) (value_at t)
    end.

  (** All ways; two heaps are in one order only. *)
  Definition ways_of (r : nat) (d : N) : list way :=
    let n := length (tl W) in
    (if N.testbit d 0 then [Nothing r] else []) ++
    (if N.testbit d 1 then map (One r) (seq 0 n) else []) ++
    (if N.testbit d 2 then flat_map (fun s => map (Two r s) (seq s (n - s))) (seq 0 n) else []).
  Definition ways : list way :=
    flat_map (fun r => ways_of r (snd (nth r R ([], [], 0%N)))) (seq 0 (length R)).

  Definition check_run (all : list way) (r : form * form * N) (t : hints) : bool :=
    let h := from_to (fst (fst r)) (snd (fst r)) ++ cell L in
    (fix each (l : list way) (ts : list tree) : bool :=
       match l, ts with
       | [], _ => true
       | w :: l, t :: ts => refutes (clauses [] [] [] []) (region_of w ++ h) t && each l ts
       | _, [] => false
       end) (filter (fun w => N.eqb (worth w) (snd r)) all) (none t) &&
    (fix each (l : list N) (ts : list (list way * tree)) : bool :=
       match l, ts with
       | [], _ => true
       | v :: l, t :: ts =>
           forallb (fun w => N.eqb (worth w) v) (fst t) && shown h region_of t && each l ts
       | _, [] => false
       end) (upto (N.to_nat (snd r)) 0) (some t).

  Definition check_runs (all : list way) (ts : list hints) : bool :=
    (fix each (l : list (form * form * N)) (ts : list hints) : bool :=
       match l, ts with
       | [], _ => true
       | r :: l, t :: ts => check_run all r t && each l ts
       | _, [] => false
       end) W ts.
End Check.

Definition check_word (L : word_law) (ts : list hints) : bool :=
  let W := window L in
  let R := takes L in
  octal_digits (map (fun s => (0, snd s)) (segments L)) &&
  check_runs L W R (ways W R) ts.

(** * When a law is true of parameters *)

Record true_of (L : word_law) (K : list Z) (S F A : runs) : Prop := True_of {
  length_known : length K = known L;
  one : nth 0 K 0 = 1;
  in_cell : forall n, holds (cell L) (point_at (K ++ [n]));
  of_segments : forall n, at_point (point_at (K ++ [n])) (segments L) = S;
  of_head : forall n, at_point (point_at (K ++ [n])) (head L) = F;
  of_again : forall n, at_point (point_at (K ++ [n])) (again L) = A;
  places : proper S;
  lengths : proper F;
  more_lengths : proper A;
  zero : exists F', F = (1, 0%N) :: F';
  positive_period : 1 <= span A;
  long : 2 * (span F + span A) + span S <= span F + Z.of_nat (copies L) * span A
}.

Section Proof.
  Variables (L : word_law) (K : list Z) (S F A : runs) (ts : list hints).
  Hypothesis check : check_word L ts = true.
  Hypothesis T : true_of L K S F A.
  Variable G : N -> N.
  Hypothesis HG : is_grundy (octal (digits_of (splits L) S)) G.

  Let W := window L.
  Let R := takes L.
  Let all_runs : runs := F ++ many (copies L) A.

  (** The point with n behind the parameters, and what a run of forms is there. *)
  Definition at_n (n : Z) : point := point_at (K ++ [n]).
  Definition valued (n : Z) (r : form * form * N) : Z * Z * N :=
    (dot (fst (fst r)) 0 (at_n n), dot (snd (fst r)) 0 (at_n n), snd r).

  Lemma one_at_n n : at_n n O = 1.
  Proof.
    pose proof (one _ _ _ _ _ T) as O1. unfold at_n, point_at. destruct K; [discriminate O1 | exact O1].
  Qed.

  Lemma n_at_n n : dot (unit (known L)) 0 (at_n n) = n.
  Proof.
    rewrite dot_unit. unfold at_n, point_at. cbn [Nat.add].
    rewrite <- (length_known _ _ _ _ _ T), app_nth2, Nat.sub_diag; auto.
  Qed.

  Lemma valued_placed n s l :
    map (valued n) (placed_forms s l) = placed (dot s 0 (at_n n)) (at_point (at_n n) l).
  Proof.
    revert s. induction l as [| [f v] l IH]; intro s; [easy |].
    cbn [placed_forms map at_point placed fst snd]. unfold valued at 1. cbn [fst snd].
    rewrite IH, !dot_add. unfold at_point. f_equal. f_equal. f_equal.
    cbn [dot]. rewrite one_at_n. lia.
  Qed.

  Lemma at_point_many x m l : at_point x (concat (repeat l m)) = many m (at_point x l).
  Proof.
    unfold many, at_point. induction m as [| m IH]; [easy |]. cbn [repeat concat].
    now rewrite map_app, IH.
  Qed.

  Lemma valued_window n : map (valued n) W = placed 0 all_runs.
  Proof.
    unfold W, window. rewrite valued_placed. unfold at_point at 1. rewrite map_app.
    fold (at_point (at_n n) (head L)). fold (at_point (at_n n) (concat (repeat (again L) (copies L)))).
    rewrite at_point_many. unfold at_n. now rewrite (of_head _ _ _ _ _ T), (of_again _ _ _ _ _ T).
  Qed.

  Lemma valued_takes n : map (valued n) R = removals (splits L) S.
  Proof.
    unfold R, takes, removals. rewrite map_app, valued_placed. f_equal.
    - now destruct (splits L).
    - unfold at_n. rewrite (of_segments _ _ _ _ _ T). cbn [dot]. fold (at_n n). rewrite one_at_n. reflexivity.
  Qed.

  Lemma proper_all : proper all_runs.
  Proof.
    apply Forall_app. split; [apply (lengths _ _ _ _ _ T) |]. apply Forall_concat, Forall_forall.
    intros l I. apply repeat_spec in I as ->. apply (more_lengths _ _ _ _ _ T).
  Qed.

  (** Runs but the first, which is that of the heap of 0. *)
  Definition heaps : list (Z * Z * N) := tl (placed 0 all_runs).

  Lemma first_run : placed 0 all_runs = (0, 0, 0%N) :: heaps.
  Proof. unfold heaps, all_runs. now destruct (zero _ _ _ _ _ T) as (F' & ->). Qed.

  Lemma valued_heaps n : map (valued n) (tl W) = heaps.
  Proof. unfold heaps. rewrite <- (valued_window n). now destruct W. Qed.

  Lemma heap_positive r : In r heaps -> 1 <= fst (fst r).
  Proof.
    unfold heaps, all_runs. destruct (zero _ _ _ _ _ T) as (F' & EF). intro I.
    pose proof proper_all as P. unfold all_runs in P. rewrite EF in P, I. cbn [app placed tl] in I.
    apply (placed_bounds _ (0 + 1)) in I; [lia | now inversion P].
  Qed.

  Lemma heap_of n : 1 <= n < span all_runs -> exists r, In r heaps /\ within r n.
  Proof.
    intro B. destruct (placed_covers all_runs 0 n proper_all ltac:(lia)) as (r & I & H).
    rewrite first_run in I. destruct I as [<- | I]; [unfold within in H; cbn in H; lia | now exists r].
  Qed.

  (** ** Ways, and options *)

  (** An option of n of value v, by removals and runs. *)
  Inductive seen (n : Z) : N -> Prop :=
    | seen_nothing r : In r (removals (splits L) S) -> N.testbit (snd r) 0 = true ->
        within r n -> seen n 0
    | seen_one r s j a : In r (removals (splits L) S) -> N.testbit (snd r) 1 = true -> In s heaps ->
        within r j -> within s a -> a + j = n -> seen n (snd s)
    | seen_two r s t j a b : In r (removals (splits L) S) -> N.testbit (snd r) 2 = true ->
        In s heaps -> In t heaps -> within r j -> within s a -> within t b -> a + b + j = n ->
        seen n (N.lxor (snd s) (snd t)).

  Lemma In_valued n q l m : map (valued n) l = m -> In q l -> In (valued n q) m.
  Proof. intros <- I. now apply in_map. Qed.

  Lemma from_to_holds n low high : holds (from_to L low high) (at_n n) <->
    dot low 0 (at_n n) <= n <= dot high 0 (at_n n).
  Proof.
    unfold from_to, less. cbn [holds]. rewrite !dot_add, !dot_scale, n_at_n. lia.
  Qed.

  Lemma length_holds n r : 0 <= dot (length_of r) 0 (at_n n) <->
    fst (fst (valued n r)) <= snd (fst (valued n r)).
  Proof. unfold length_of, less, valued. rewrite dot_add, dot_scale. cbn [fst snd]. lia. Qed.

  Lemma value_at_nth s r : nth_error (tl W) s = Some r -> value_at W s = snd r.
  Proof. intro E. unfold value_at. now rewrite (nth_error_nth (tl W) s _ E). Qed.

  Lemma region_seen w n : holds (region_of L W R w) (at_n n) -> seen n (worth W w).
  Proof.
    assert (N0 : holds never (at_n n) -> False) by (apply never_false, one_at_n).
    destruct w as [i | i j | i j k]; cbn [region_of worth];
      (destruct (nth_error R i) as [r |] eqn:Ei; [| now intro H]);
      try (destruct (nth_error (tl W) j) as [s |] eqn:Ej; [| now intro H]);
      try (destruct (nth_error (tl W) k) as [t |] eqn:Ek; [| now intro H]);
      unfold bit; (destruct (N.testbit (snd r) _) eqn:B; [| now intro H]);
      cbn [holds]; rewrite !length_holds, from_to_holds; intros H;
      apply nth_error_In in Ei; pose proof (In_valued n _ _ _ (valued_takes n) Ei) as Ir;
      rewrite ?(value_at_nth _ _ Ej), ?(value_at_nth _ _ Ek).
    - apply (seen_nothing n (valued n r)); auto. apply H.
    - apply nth_error_In in Ej. pose proof (In_valued n _ _ _ (valued_heaps n) Ej) as Is.
      rewrite !dot_add in H. cbn [valued fst snd] in H. destruct H as (H1 & H2 & H).
      destruct (sum_of_two _ _ _ _ n H2 H1 H) as (x & y & X & Y & E).
      now apply (seen_one n (valued n r) (valued n s) y x).
    - apply nth_error_In in Ej, Ek. pose proof (In_valued n _ _ _ (valued_heaps n) Ej) as Is.
      pose proof (In_valued n _ _ _ (valued_heaps n) Ek) as It.
      rewrite !dot_add in H. cbn [valued fst snd] in H. destruct H as (H1 & H2 & H3 & H).
      destruct (sum_of_three _ _ _ _ _ _ n H2 H3 H1 H) as (x & y & z & X & Y & Z0 & E).
      now apply (seen_two n (valued n r) (valued n s) (valued n t) z x y).
  Qed.

  Lemma In_of_valued n l m r : map (valued n) l = m -> In r m ->
    exists i q, nth_error l i = Some q /\ valued n q = r.
  Proof.
    intros <- I. apply in_map_iff in I as (q & <- & I). apply In_nth_error in I as (i & E).
    now exists i, q.
  Qed.

  Lemma nth_of_error l i (q : form * form * N) : nth_error l i = Some q ->
    (i < length l)%nat /\ forall d, nth i l d = q.
  Proof.
    intro E. split; [apply nth_error_Some; congruence | intro d; now apply nth_error_nth].
  Qed.

  Lemma In_ways i q w : nth_error R i = Some q -> In w (ways_of W i (snd q)) -> In w (ways W R).
  Proof.
    intros E I. destruct (nth_of_error _ _ _ E) as [B V]. apply in_flat_map. exists i.
    split; [apply in_seq; lia | now rewrite V].
  Qed.

  Lemma seen_way n v : seen n v ->
    exists w, In w (ways W R) /\ worth W w = v /\ holds (region_of L W R w) (at_n n).
  Proof.
    intro H. destruct H as [r Ir B H | r s j a Ir B Is Hr Hs E | r s t j a b Ir B Is It Hr Hs Ht E];
      apply (In_of_valued n _ _ _ (valued_takes n)) in Ir as (i & q & Ei & <-).
    - exists (Nothing i). split; [| split; [reflexivity |]].
      + apply (In_ways i q); auto. unfold ways_of. cbn [valued snd] in B. rewrite B. now left.
      + cbn [region_of]. rewrite Ei. unfold bit. cbn [valued snd] in B. rewrite B. cbn [holds].
        rewrite length_holds, from_to_holds. unfold within, valued in *. cbn [fst snd] in *. lia.
    - apply (In_of_valued n _ _ _ (valued_heaps n)) in Is as (k & u & Ek & <-).
      destruct (nth_of_error _ _ _ Ek) as [Bk _]. cbn [valued snd] in B.
      exists (One i k). split; [| split; [now apply value_at_nth |]].
      + apply (In_ways i q); auto. unfold ways_of. rewrite B, !in_app_iff. right. left.
        apply in_map, in_seq. lia.
      + cbn [region_of]. rewrite Ei, Ek. unfold bit. rewrite B. cbn [holds].
        rewrite !length_holds, from_to_holds, !dot_add. unfold within, valued in *. cbn [fst snd] in *. lia.
    - apply (In_of_valued n _ _ _ (valued_heaps n)) in Is as (k & u & Ek & <-).
      apply (In_of_valued n _ _ _ (valued_heaps n)) in It as (m & x & Em & <-).
      destruct (nth_of_error _ _ _ Ek) as [Bk _]. destruct (nth_of_error _ _ _ Em) as [Bm _].
      cbn [valued snd] in B |- *.
      assert (Two_ways : forall k u m x a b, nth_error (tl W) k = Some u -> nth_error (tl W) m = Some x ->
        within (valued n u) a -> within (valued n x) b -> a + b + j = n -> (k <= m)%nat ->
        (m < length (tl W))%nat -> exists w, In w (ways W R) /\
          worth W w = N.lxor (snd u) (snd x) /\ holds (region_of L W R w) (at_n n)).
      { clear - check T B Hr Ei. intros k u m x a b Ek Em Hs Ht E Lkm Bm. exists (Two i k m). split; [| split].
        - apply (In_ways i q); auto. unfold ways_of. rewrite B, !in_app_iff. right. right.
          apply in_flat_map. exists k. split; [apply in_seq; lia |]. apply in_map, in_seq. lia.
        - cbn [worth]. now rewrite (value_at_nth _ _ Ek), (value_at_nth _ _ Em).
        - cbn [region_of]. rewrite Ei, Ek, Em. unfold bit. rewrite B. cbn [holds].
          rewrite !length_holds, from_to_holds, !dot_add. unfold within, valued in *. cbn [fst snd] in *. lia. }
      destruct (le_lt_dec k m) as [Lkm | Lkm].
      + now apply (Two_ways k u m x a b).
      + rewrite N.lxor_comm. apply (Two_ways m x k u b a); auto; lia.
  Qed.

  (** ** The check *)

  Lemma check_parts : octal_digits S = true /\
    forall r, In r W -> exists t, check_run L W R (ways W R) r t = true.
  Proof.
    pose proof check as C. unfold check_word in C. fold W R in C. apply andb_prop in C as [C D]. split.
    - rewrite <- (of_segments _ _ _ _ _ T 0). unfold octal_digits, at_point in *.
      rewrite !forallb_forall in *. intros r I. apply in_map_iff in I as (q & <- & I).
      apply (C (0, snd q)). apply in_map_iff. now exists q.
    - intros r I. assert (H : forall l us, (fix each (l : list (form * form * N)) (ts : list hints) : bool :=
        match l, ts with [], _ => true | r :: l, t :: ts => check_run L W R (ways W R) r t && each l ts
        | _, [] => false end) l us = true -> In r l -> exists t, check_run L W R (ways W R) r t = true).
      { induction l as [| q l IH]; intros [| u us] E J; try easy.
        apply andb_prop in E as [D1 D2]. destruct J as [-> | J]; [now exists u | eauto]. }
      now apply (H W ts).
  Qed.

  Lemma run_given n r : In r W -> within (valued n r) n ->
    holds (from_to L (fst (fst r)) (snd (fst r)) ++ cell L) (at_n n).
  Proof.
    intros I H. apply holds_app. split; [now apply from_to_holds | apply (in_cell _ _ _ _ _ T)].
  Qed.

  Lemma no_seen n r : In r W -> within (valued n r) n -> ~ seen n (snd r).
  Proof.
    intros I H Sn. destruct (seen_way n _ Sn) as (w & Iw & Ew & Hw).
    destruct (proj2 check_parts r I) as [t C]. unfold check_run in C. apply andb_prop in C as [C _].
    assert (D : forall l us, (fix each (l : list way) (ts : list tree) : bool :=
       match l, ts with
       | [], _ => true
       | w :: l, t :: ts => refutes (clauses [] [] [] [])
           (region_of L W R w ++ from_to L (fst (fst r)) (snd (fst r)) ++ cell L) t && each l ts
       | _, [] => false
       end) l us = true -> In w l -> False).
    { induction l as [| q l IH]; intros [| u us] D Iq; try easy.
      apply andb_prop in D as [D1 D2]. destruct Iq as [-> | Iq]; [| eauto].
      apply (refutes_correct _ (at_n n) (one_at_n n)) with (2 := D1).
      - intros f s g. exists []. split; [| easy]. unfold clauses.
        destruct f; destruct s, g; now left.
      - apply holds_app. split; auto. now apply run_given. }
    apply (D _ _ C). apply filter_In. split; auto. now apply N.eqb_eq.
  Qed.

  Lemma all_seen n r v : In r W -> within (valued n r) n -> (v < snd r)%N -> seen n v.
  Proof.
    intros I H Lv. destruct (proj2 check_parts r I) as [t C]. unfold check_run in C.
    apply andb_prop in C as [_ C].
    assert (D : forall l us, (fix each (l : list N) (ts : list (list way * tree)) : bool :=
       match l, ts with
       | [], _ => true
       | v :: l, t :: ts => forallb (fun w => N.eqb (worth W w) v) (fst t) &&
           shown (from_to L (fst (fst r)) (snd (fst r)) ++ cell L) (region_of L W R) t && each l ts
       | _, [] => false
       end) l us = true -> In v l -> seen n v).
    { induction l as [| q l IH]; intros [| u us] D Iq; try easy.
      apply andb_prop in D as [D D3]. apply andb_prop in D as [D1 D2].
      destruct Iq as [-> | Iq]; [| eauto].
      destruct (shown_correct _ _ _ _ _ D2 (one_at_n n) (run_given n r I H)) as (w & Iw & Hw).
      rewrite forallb_forall in D1. apply D1, N.eqb_eq in Iw as <-. now apply region_seen. }
    apply (D _ _ C). apply In_upto. lia.
  Qed.

  (** ** The window *)

  Section At.
    Variable n : N.
    Hypothesis inside : Z.of_N n < span all_runs.
    Hypothesis before : forall m r, (m < n)%N -> In r (placed 0 all_runs) -> within r (Z.of_N m) ->
      G m = snd r.

    Lemma heap_value h r : In r heaps -> (h < n)%N -> within r (Z.of_N h) -> G h = snd r.
    Proof. intros I Lh H. apply (before h); auto. rewrite first_run. now right. Qed.

    Lemma option_seen v : value_of (octal (digits_of (splits L) S)) G n v -> seen (Z.of_N n) v.
    Proof.
      intros (o & I & ->). apply In_code in I as (j & i & I & Lj & Lo & P & Tt).
      apply (In_moves _ _ _ _ (places _ _ _ _ _ T)) in I as (_ & r & Ir & Hr & B).
      destruct (of_removal _ _ _ _ _ (places _ _ _ _ _ T) (proj1 check_parts) Ir Hr B) as (Li & _ & J).
      destruct i as [| [| [| i]]]; [| | | lia].
      - destruct o; [| easy]. cbn in Tt. apply (seen_nothing _ r); auto.
        replace (Z.of_N n) with (Z.of_N j) by lia. exact Hr.
      - destruct o as [| h [|]]; try easy. inversion_clear P as [| ? ? Ph _]. cbn in Tt.
        destruct (heap_of (Z.of_N h)) as (s & Is & Hs); [lia |].
        cbn [map xor_list fold_right]. rewrite N.lxor_0_r, (heap_value h s Is) by (auto; lia).
        apply (seen_one _ r s (Z.of_N j) (Z.of_N h)); auto. lia.
      - destruct o as [| h [| k [|]]]; try easy. inversion_clear P as [| ? ? Ph P']. inversion_clear P' as [| ? ? Pk _].
        cbn in Tt. destruct (heap_of (Z.of_N h)) as (s & Is & Hs); [lia |].
        destruct (heap_of (Z.of_N k)) as (t & It & Ht); [lia |].
        cbn [map xor_list fold_right]. rewrite N.lxor_0_r.
        rewrite (heap_value h s Is), (heap_value k t It) by (auto; lia).
        apply (seen_two _ r s t (Z.of_N j) (Z.of_N h) (Z.of_N k)); auto. lia.
    Qed.

    Lemma seen_option v : seen (Z.of_N n) v -> value_of (octal (digits_of (splits L) S)) G n v.
    Proof.
      assert (O : forall r j i o, In r (removals (splits L) S) -> within r j ->
        N.testbit (snd r) (N.of_nat i) = true -> j <= Z.of_N n -> length o = i -> nonempty o ->
        Z.of_N (total o) = Z.of_N n - j -> In o (octal (digits_of (splits L) S) n)).
      { intros r j i o Ir Hr B Lj Lo P Tt.
        destruct (of_removal _ _ _ _ _ (places _ _ _ _ _ T) (proj1 check_parts) Ir Hr B) as (Li & Pj & _).
        apply In_code. exists (Z.to_N j), i. split.
        - apply (In_moves _ _ _ _ (places _ _ _ _ _ T)). split; [lia |]. exists r.
          rewrite Z2N.id by lia. auto.
        - split; [lia |]. split; auto. split; auto. lia. }
      intro H. remember (Z.of_N n) as z eqn:Ez.
      destruct H as [r Ir B H | r s j a Ir B Is Hr Hs E | r s t j a b Ir B Is It Hr Hs Ht E].
      - exists []. split; [| reflexivity]. apply (O r z 0%nat); auto; cbn; try lia. constructor.
      - pose proof (heap_positive s Is) as Pa. unfold within in Hs.
        assert (J := of_removal _ _ _ _ 1%nat (places _ _ _ _ _ T) (proj1 check_parts) Ir Hr B).
        exists [Z.to_N a]. split; [apply (O r j 1%nat); auto; try lia |].
        + repeat constructor. lia.
        + cbn. lia.
        + cbn [map xor_list fold_right]. rewrite N.lxor_0_r. symmetry. apply heap_value; auto; [lia |].
          unfold within. lia.
      - pose proof (heap_positive s Is) as Pa. pose proof (heap_positive t It) as Pb. unfold within in Hs, Ht.
        assert (J := of_removal _ _ _ _ 2%nat (places _ _ _ _ _ T) (proj1 check_parts) Ir Hr B).
        exists [Z.to_N a; Z.to_N b]. split; [apply (O r j 2%nat); auto; try lia |].
        + repeat constructor; lia.
        + cbn. lia.
        + cbn [map xor_list fold_right]. rewrite N.lxor_0_r. symmetry.
          rewrite (heap_value _ s), (heap_value _ t); auto; unfold within; lia.
    Qed.
  End At.

  Lemma window_values n : Z.of_N n < span all_runs ->
    forall r, In r (placed 0 all_runs) -> within r (Z.of_N n) -> G n = snd r.
  Proof.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros B r I H.
    assert (before : forall m r, (m < n)%N -> In r (placed 0 all_runs) -> within r (Z.of_N m) -> G m = snd r)
      by (intros m q Lm; apply IH; auto; lia).
    pose proof I as I'. rewrite <- (valued_window (Z.of_N n)) in I'.
    apply in_map_iff in I' as (q & <- & Iq). cbn [valued snd].
    refine (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG n) _ (fun _ => iff_refl _)). split.
    - intro M. apply (no_seen (Z.of_N n) q Iq H). now apply (option_seen n B before).
    - intros v Lv. apply (seen_option n before). now apply (all_seen _ q).
  Qed.

  (** ** The law *)

  Lemma span_all : span all_runs = span F + Z.of_nat (copies L) * span A.
  Proof. unfold all_runs. now rewrite span_app, span_many. Qed.

  Theorem word_follows : follows 0 F G /\ follows (span F) A G.
  Proof.
    pose proof (long _ _ _ _ _ T) as Lg. pose proof (positive_period _ _ _ _ _ T) as Pp.
    pose proof (span_proper S (places _ _ _ _ _ T)) as P0. pose proof (span_proper F (lengths _ _ _ _ _ T)) as P1.
    assert (C : exists m, copies L = Datatypes.S m) by (destruct (copies L) as [| m]; [nia | now exists m]).
    destruct C as [m Em]. split; intros r n I H.
    - apply window_values; auto.
      + destruct (placed_bounds F 0 r (lengths _ _ _ _ _ T) I). unfold within in H. rewrite span_all. nia.
      + unfold all_runs. rewrite placed_app. apply in_app_iff. now left.
    - apply window_values; auto.
      + destruct (placed_bounds A (span F) r (more_lengths _ _ _ _ _ T) I). unfold within in H. rewrite span_all. nia.
      + unfold all_runs, many. rewrite Em, placed_app. apply in_app_iff. right. cbn [repeat concat].
        rewrite placed_app. apply in_app_iff. now left.
  Qed.

  Theorem periodic n : span F <= Z.of_N n -> G (n + Z.to_N (span A))%N = G n.
  Proof.
    pose proof (long _ _ _ _ _ T) as Lg. pose proof (positive_period _ _ _ _ _ T) as Pp.
    pose proof (span_proper S (places _ _ _ _ _ T)) as P0. 
    assert (P1 : 1 <= span F).
    { destruct (zero _ _ _ _ _ T) as (F' & E). pose proof (lengths _ _ _ _ _ T) as P. rewrite E in *.
      inversion_clear P as [| ? ? _ P']. pose proof (span_proper F' P'). cbn [span fst]. lia. }
    intro Ln.
    refine (guy_smith (moves_from 0 (digits_of (splits L) S)) 2 (Z.to_N (span S)) G _ (Z.to_N (span F))
      _ _ _ _ HG _ n _); try lia.
    - intros j i I. apply (In_moves _ _ _ _ (places _ _ _ _ _ T)) in I as (_ & r & Ir & Hr & B).
      destruct (of_removal _ _ _ _ _ (places _ _ _ _ _ T) (proj1 check_parts) Ir Hr B). lia.
    - now apply digits_sound; [apply check_parts | apply (places _ _ _ _ _ T)].
    - intros m Lm Um.
      destruct (placed_covers (many (copies L) A) (span F) (Z.of_N m)) as (r & I & H).
      + apply Forall_concat, Forall_forall. intros l I. apply repeat_spec in I as ->. apply (more_lengths _ _ _ _ _ T).
      + rewrite span_many. lia.
      + destruct (placed_again A (copies L) (span F) r (Z.of_N m) (more_lengths _ _ _ _ _ T) I H)
          as (r' & I' & H' & E); [lia |].
        rewrite (window_values m) with (r := r), (window_values (m + Z.to_N (span A))%N) with (r := r'); auto;
          rewrite ?span_all; try lia; unfold all_runs; rewrite ?placed_app; try (apply in_app_iff; now right).
        now replace (Z.of_N (m + Z.to_N (span A))) with (Z.of_N m + span A) by lia.
  Qed.

  Theorem word_law_holds : follows 0 F G /\ follows (span F) A G /\ 1 <= span A /\
    forall n, span F <= Z.of_N n -> G (n + Z.to_N (span A))%N = G n.
  Proof.
    destruct word_follows. repeat split; auto; [apply (positive_period _ _ _ _ _ T) | exact periodic].
  Qed.
End Proof.

(** * How a law is shown to be true of parameters *)

Ltac same_runs := cbn [at_point map fst snd dot point_at app nth]; same_terms.
Ltac proper_runs := repeat (constructor; [cbn [fst]; lia |]); constructor.
