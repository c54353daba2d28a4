(** Rules that are lists of expressions in n, and what they are on a residue class
    (rules/moves/residue_options.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy.
Import ListNotations.
Local Open Scope Z_scope.

(** An expression in the size n of a heap.  Quotients round down and remainders have the sign of
    the divisor.  A comparison is the number 1 where it holds and 0 where it does not; [Choose]
    takes its first branch where the test is not 0. *)
Inductive number :=
| Heap
| Const (z : Z)
| Plus (e f : number)
| Minus (e f : number)
| Times (e f : number)
| Quotient (e f : number)
| Remainder (e f : number)
| Least (e f : number)
| Greatest (e f : number)
| Below (e f : number)
| Same (e f : number)
| Choose (test e f : number).

Definition truth (b : bool) : Z := if b then 1 else 0.

Fixpoint eval (n : Z) (e : number) : Z :=
  match e with
  | Heap => n
  | Const z => z
  | Plus e f => eval n e + eval n f
  | Minus e f => eval n e - eval n f
  | Times e f => eval n e * eval n f
  | Quotient e f => eval n e / eval n f
  | Remainder e f => eval n e mod eval n f
  | Least e f => Z.min (eval n e) (eval n f)
  | Greatest e f => Z.max (eval n e) (eval n f)
  | Below e f => truth (eval n e <? eval n f)
  | Same e f => truth (eval n e =? eval n f)
  | Choose test e f => if eval n test =? 0 then eval n f else eval n e
  end.

(** Lists of options, each a list of heaps: written out, one heap of each size from a number to below
    another, one list after the other, or one of two by a test. *)
Inductive options :=
| Listed (l : list (list number))
| Between (low stop : number)
| Both (a b : options)
| Either (test : number) (a b : options).

(** The k numbers from z on. *)
Fixpoint numbers_from (k : nat) (z : Z) : list Z :=
  match k with O => [] | S k => z :: numbers_from k (z + 1) end.

Fixpoint listed (n : Z) (a : options) : list (list Z) :=
  match a with
  | Listed l => map (map (eval n)) l
  | Between low stop =>
      map (fun z => [z]) (numbers_from (Z.to_nat (eval n stop - eval n low)) (eval n low))
  | Both a b => listed n a ++ listed n b
  | Either test a b => if eval n test =? 0 then listed n b else listed n a
  end.

(** An option is a move if each of its heaps is at least 0 and less than n. *)
Definition legal (n : Z) (o : list Z) : bool := forallb (fun h => (0 <=? h) && (h <? n)) o.

Definition expression (a : options) : rule :=
  fun n => map (map Z.to_N) (filter (legal (Z.of_N n)) (listed (Z.of_N n) a)).

Lemma In_expression a n o :
  In o (expression a n) <->
  exists l, In l (listed (Z.of_N n) a) /\ legal (Z.of_N n) l = true /\ o = map Z.to_N l.
Proof.
  unfold expression. rewrite in_map_iff. split.
  - intros (l & <- & I). apply filter_In in I as [I L]. now exists l.
  - intros (l & I & L & ->). exists l. split; auto. now apply filter_In.
Qed.

Lemma expression_wf a : well_founded (expression a).
Proof.
  intros n o h I J. apply In_expression in I as (l & _ & L & ->).
  apply in_map_iff in J as (z & <- & J). unfold legal in L. rewrite forallb_forall in L.
  specialize (L z J). apply andb_prop in L as [A B]. apply Z.leb_le in A. apply Z.ltb_lt in B. lia.
Qed.

Lemma expression_exists a : is_grundy (expression a) (grundy (expression a)).
Proof. apply grundy_exists, expression_wf. Qed.

(** * On a residue class, an expression is a line

    Let n = m*q + r, q >= q0.  A line (a, b) stands for a*q + b. *)

Definition line := (Z * Z)%type.
Definition at_q (q : Z) (l : line) : Z := fst l * q + snd l.
Definition add (l k : line) : line := (fst l + fst k, snd l + snd k).
Definition sub (l k : line) : line := (fst l - fst k, snd l - snd k).

Section Class.
  Variables m r q0 : Z.

  (** Whether a line is >= 0 for all q >= q0; [None] if that changes or is not seen. *)
  Definition nonneg (l : line) : option bool :=
    let v := fst l * q0 + snd l in
    if (0 <=? fst l) && (0 <=? v) then Some true
    else if (fst l <=? 0) && (v <? 0) then Some false
    else None.

  (** Whether a line is 0. *)
  Definition zero (l : line) : option bool :=
    if fst l =? 0 then Some (snd l =? 0)
    else match nonneg (sub l (0, 1)), nonneg l with
         | Some true, _ => Some false
         | _, Some false => Some false
         | _, _ => None
         end.

  Definition known {A} (b : option bool) (yes no : option A) : option A :=
    match b with Some true => yes | Some false => no | None => None end.

  Definition both {A B C} (f : A -> B -> option C) (x : option A) (y : option B) : option C :=
    match x, y with Some x, Some y => f x y | _, _ => None end.

  Definition times (l k : line) : option line :=
    if fst l =? 0 then Some (snd l * fst k, snd l * snd k)
    else if fst k =? 0 then Some (snd k * fst l, snd k * snd l)
    else None.

  Definition divisor (l k : line) : bool :=
    (fst k =? 0) && (0 <? snd k) && (fst l mod snd k =? 0).

  Definition truth_line (b : option bool) : option line :=
    known b (Some (0, 1)) (Some (0, 0)).

  Fixpoint line_of (e : number) : option line :=
    match e with
    | Heap => Some (m, r)
    | Const z => Some (0, z)
    | Plus e f => both (fun l k => Some (add l k)) (line_of e) (line_of f)
    | Minus e f => both (fun l k => Some (sub l k)) (line_of e) (line_of f)
    | Times e f => both times (line_of e) (line_of f)
    | Quotient e f =>
        both (fun l k => if divisor l k then Some (fst l / snd k, snd l / snd k) else None)
             (line_of e) (line_of f)
    | Remainder e f =>
        both (fun l k => if divisor l k then Some (0, snd l mod snd k) else None)
             (line_of e) (line_of f)
    | Least e f =>
        both (fun l k => known (nonneg (sub k l)) (Some l) (Some k)) (line_of e) (line_of f)
    | Greatest e f =>
        both (fun l k => known (nonneg (sub k l)) (Some k) (Some l)) (line_of e) (line_of f)
    | Below e f =>
        both (fun l k => truth_line (option_map negb (nonneg (sub l k)))) (line_of e) (line_of f)
    | Same e f => both (fun l k => truth_line (zero (sub l k))) (line_of e) (line_of f)
    | Choose test e f =>
        match line_of test with
        | Some l => known (zero l) (line_of f) (line_of e)
        | None => None
        end
    end.

  Lemma nonneg_spec l b :
    nonneg l = Some b -> forall q, q0 <= q -> (0 <=? at_q q l) = b.
  Proof.
    unfold nonneg, at_q. intros H q Hq.
    destruct (Z.leb_spec 0 (fst l)), (Z.leb_spec 0 (fst l * q0 + snd l)); cbn in H;
      try (injection H as <-; apply Z.leb_le; nia);
      destruct (Z.leb_spec (fst l) 0), (Z.ltb_spec (fst l * q0 + snd l) 0); cbn in H;
      try discriminate; injection H as <-; apply Z.leb_gt; nia.
  Qed.

  Lemma zero_spec l b : zero l = Some b -> forall q, q0 <= q -> (at_q q l =? 0) = b.
  Proof.
    unfold zero. intros H q Hq. destruct (Z.eqb_spec (fst l) 0) as [E | _].
    - injection H as <-. unfold at_q. rewrite E. now rewrite Z.mul_0_l, Z.add_0_l.
    - destruct (nonneg (sub l (0, 1))) as [[] |] eqn:X.
      + injection H as <-. apply nonneg_spec with (q := q) in X; auto.
        apply Z.leb_le in X. unfold at_q, sub in *. cbn [fst snd] in X. apply Z.eqb_neq. lia.
      + destruct (nonneg l) as [[] |] eqn:Y; try discriminate. injection H as <-.
        apply nonneg_spec with (q := q) in Y; auto. apply Z.leb_gt in Y. apply Z.eqb_neq. lia.
      + destruct (nonneg l) as [[] |] eqn:Y; try discriminate. injection H as <-.
        apply nonneg_spec with (q := q) in Y; auto. apply Z.leb_gt in Y. apply Z.eqb_neq. lia.
  Qed.

  Lemma at_add q l k : at_q q (add l k) = at_q q l + at_q q k.
  Proof. unfold at_q, add. cbn [fst snd]. ring. Qed.

  Lemma at_sub q l k : at_q q (sub l k) = at_q q l - at_q q k.
  Proof. unfold at_q, sub. cbn [fst snd]. ring. Qed.

  Lemma divided l k q :
    divisor l k = true ->
    0 < snd k /\ at_q q k = snd k /\ at_q q l = snd k * (fst l / snd k * q) + snd l.
  Proof.
    unfold divisor, at_q. intro H. apply andb_prop in H as [H C]. apply andb_prop in H as [A B].
    apply Z.eqb_eq in A, C. apply Z.ltb_lt in B. rewrite A. repeat split; auto.
    pose proof (Z.div_mod (fst l) (snd k)). nia.
  Qed.

  Lemma truth_line_spec b l q : truth_line b = Some l -> b = Some (at_q q l =? 1) /\ at_q q l = truth (at_q q l =? 1).
  Proof.
    destruct b as [[] |]; cbn; intro H; try discriminate; injection H as <-; auto.
  Qed.

  Theorem line_of_spec e l :
    line_of e = Some l -> forall q, q0 <= q -> eval (m * q + r) e = at_q q l.
  Proof.
    revert l. induction e as [| z | e IHe f IHf | e IHe f IHf | e IHe f IHf | e IHe f IHf
      | e IHe f IHf | e IHe f IHf | e IHe f IHf | e IHe f IHf | e IHe f IHf | t IHt e IHe f IHf];
      intros l H q Hq; cbn [line_of eval] in *.
    1: { injection H as <-. reflexivity. }
    1: { injection H as <-. reflexivity. }
    10: { destruct (line_of t) as [lt |]; [| discriminate]. rewrite (IHt _ eq_refl q Hq).
          destruct (zero lt) as [[] |] eqn:Z; cbn [known] in H; try discriminate;
            rewrite (zero_spec _ _ Z q Hq); auto. }
    all: destruct (line_of e) as [le |], (line_of f) as [lf |]; cbn [both] in H; try discriminate;
      rewrite (IHe _ eq_refl q Hq), (IHf _ eq_refl q Hq); clear IHe IHf.
    - injection H as <-. symmetry. apply at_add.
    - injection H as <-. symmetry. apply at_sub.
    - unfold times in H. unfold at_q. destruct (Z.eqb_spec (fst le) 0) as [E | _].
      + injection H as <-. cbn [fst snd]. rewrite E. ring.
      + destruct (Z.eqb_spec (fst lf) 0) as [E | _]; [| discriminate].
        injection H as <-. cbn [fst snd]. rewrite E. ring.
    - destruct (divisor le lf) eqn:D; [| discriminate]. injection H as <-.
      destruct (divided le lf q D) as (P & -> & ->). unfold at_q. cbn [fst snd].
      rewrite Z.mul_comm, Z.div_add_l by lia. reflexivity.
    - destruct (divisor le lf) eqn:D; [| discriminate]. injection H as <-.
      destruct (divided le lf q D) as (P & -> & ->). unfold at_q. cbn [fst snd].
      rewrite Z.add_comm, Z.mul_comm, Z.mod_add by lia. ring.
    - destruct (nonneg (sub lf le)) as [[] |] eqn:X; cbn [known] in H; try discriminate;
        injection H as <-; apply nonneg_spec with (q := q) in X; auto; rewrite at_sub in X;
        [apply Z.leb_le in X | apply Z.leb_gt in X]; lia.
    - destruct (nonneg (sub lf le)) as [[] |] eqn:X; cbn [known] in H; try discriminate;
        injection H as <-; apply nonneg_spec with (q := q) in X; auto; rewrite at_sub in X;
        [apply Z.leb_le in X | apply Z.leb_gt in X]; lia.
    - destruct (nonneg (sub le lf)) as [b |] eqn:X; cbn in H; [| discriminate].
      apply nonneg_spec with (q := q) in X; auto. rewrite at_sub in X.
      destruct b; cbn in H; injection H as <-; unfold at_q, truth in *; cbn [fst snd];
        [apply Z.leb_le in X | apply Z.leb_gt in X];
        destruct (Z.ltb_spec (fst le * q + snd le) (fst lf * q + snd lf)); lia.
    - destruct (zero (sub le lf)) as [b |] eqn:X; cbn in H; [| discriminate].
      apply zero_spec with (q := q) in X; auto. rewrite at_sub in X.
      destruct b; cbn in H; injection H as <-; unfold at_q, truth in *; cbn [fst snd];
        [apply Z.eqb_eq in X | apply Z.eqb_neq in X];
        destruct (Z.eqb_spec (fst le * q + snd le) (fst lf * q + snd lf)); lia.
  Qed.

  (** * The moves of a class *)

  Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
    match l with
    | [] => Some []
    | Some x :: l => option_map (cons x) (all_some l)
    | None :: _ => None
    end.

  Fixpoint lines_from (k : nat) (l : line) : list (list line) :=
    match k with O => [] | S k => [l] :: lines_from k (add l (0, 1)) end.

  (** Between two lines there are always as many numbers, or always none. *)
  Definition lines_between (l k : line) : option (list (list line)) :=
    if fst l =? fst k then Some (lines_from (Z.to_nat (snd k - snd l)) l)
    else match nonneg (sub l k) with Some true => Some [] | _ => None end.

  Fixpoint lines_of (a : options) : option (list (list line)) :=
    match a with
    | Listed l => all_some (map (fun o => all_some (map line_of o)) l)
    | Between low stop => both lines_between (line_of low) (line_of stop)
    | Both a b => both (fun x y => Some (x ++ y)) (lines_of a) (lines_of b)
    | Either test a b =>
        match line_of test with
        | Some l => known (zero l) (lines_of b) (lines_of a)
        | None => None
        end
    end.

  Lemma all_some_map {A B C} (f : A -> option B) (g : A -> C) (h : B -> C) l k :
    (forall x y, In x l -> f x = Some y -> g x = h y) ->
    all_some (map f l) = Some k -> map g l = map h k.
  Proof.
    revert k. induction l as [| x l IH]; intros k E H; cbn in H.
    - injection H as <-. reflexivity.
    - destruct (f x) as [y |] eqn:X; [| discriminate].
      destruct (all_some (map f l)) as [k' |]; [| discriminate]. injection H as <-. cbn.
      f_equal; [apply E; auto; now left |]. apply IH; auto. intros z w I. apply E. now right.
  Qed.

  Lemma lines_from_spec q k l :
    map (fun z => [z]) (numbers_from k (at_q q l)) = map (map (at_q q)) (lines_from k l).
  Proof.
    revert l. induction k as [| k IH]; intro l; [reflexivity |]. cbn [numbers_from lines_from map].
    f_equal. rewrite <- IH, at_add. unfold at_q at 3. cbn [fst snd].
    now rewrite Z.mul_0_l, Z.add_0_l.
  Qed.

  Lemma lines_between_spec l k L q :
    lines_between l k = Some L -> q0 <= q ->
    map (fun z => [z]) (numbers_from (Z.to_nat (at_q q k - at_q q l)) (at_q q l)) =
    map (map (at_q q)) L.
  Proof.
    unfold lines_between. intros H Hq. destruct (Z.eqb_spec (fst l) (fst k)) as [E | _].
    - injection H as <-. rewrite <- lines_from_spec. do 3 f_equal. unfold at_q. rewrite E. ring.
    - destruct (nonneg (sub l k)) as [[] |] eqn:X; try discriminate. injection H as <-.
      apply nonneg_spec with (q := q) in X; auto. apply Z.leb_le in X. rewrite at_sub in X.
      now replace (Z.to_nat (at_q q k - at_q q l)) with O by lia.
  Qed.

  Lemma lines_of_spec a L :
    lines_of a = Some L -> forall q, q0 <= q -> listed (m * q + r) a = map (map (at_q q)) L.
  Proof.
    revert L. induction a as [l | e f | a IHa b IHb | t a IHa b IHb]; intros L H q Hq;
      cbn [lines_of listed] in *.
    - apply (all_some_map (fun o => all_some (map line_of o)) (map (eval (m * q + r)))
               (map (at_q q))); auto.
      intros o o' _ E. apply (all_some_map line_of); auto.
      intros e l' _ E'. now apply line_of_spec.
    - destruct (line_of e) as [l |] eqn:E, (line_of f) as [k |] eqn:F; try discriminate.
      rewrite (line_of_spec _ _ E q Hq), (line_of_spec _ _ F q Hq). now apply lines_between_spec.
    - destruct (lines_of a) as [x |], (lines_of b) as [y |]; try discriminate.
      injection H as <-. rewrite map_app. f_equal; auto.
    - destruct (line_of t) as [lt |] eqn:T; [| discriminate].
      rewrite (line_of_spec _ _ T q Hq).
      destruct (zero lt) as [[] |] eqn:Z; cbn [known] in H; try discriminate;
        rewrite (zero_spec _ _ Z q Hq); auto.
  Qed.

  (** Whether all heaps of an option are at least 0 and less than n. *)
  Fixpoint legal_line (o : list line) : option bool :=
    match o with
    | [] => Some true
    | l :: o =>
        match nonneg l, nonneg (sub l (m, r)), legal_line o with
        | Some false, _, _ | _, Some true, _ | _, _, Some false => Some false
        | Some true, Some false, Some true => Some true
        | _, _, _ => None
        end
    end.

  Fixpoint legal_lines (L : list (list line)) : option (list (list line)) :=
    match L with
    | [] => Some []
    | o :: L =>
        match legal_line o with
        | Some true => option_map (cons o) (legal_lines L)
        | Some false => legal_lines L
        | None => None
        end
    end.

  Lemma legal_line_spec o b :
    legal_line o = Some b -> forall q, q0 <= q -> legal (m * q + r) (map (at_q q) o) = b.
  Proof.
    revert b. induction o as [| l o IH]; intros b H q Hq; cbn [legal_line legal map forallb] in *.
    - now injection H as <-.
    - fold (legal (m * q + r) (map (at_q q) o)).
      assert (E : (at_q q l <? m * q + r) = negb (0 <=? at_q q (sub l (m, r)))).
      { rewrite at_sub, Z.leb_antisym, negb_involutive. unfold at_q at 3. cbn [fst snd].
        destruct (Z.ltb_spec (at_q q l) (m * q + r)), (Z.ltb_spec (at_q q l - (m * q + r)) 0); lia. }
      rewrite E.
      destruct (nonneg l) as [[] |] eqn:X; try (rewrite (nonneg_spec _ _ X q Hq));
        destruct (nonneg (sub l (m, r))) as [[] |] eqn:Y; try (rewrite (nonneg_spec _ _ Y q Hq));
        destruct (legal_line o) as [[] |] eqn:Z; try (rewrite (IH _ eq_refl q Hq));
        cbn in *; try discriminate; injection H as <-; now rewrite ?andb_false_r.
  Qed.

  Lemma legal_lines_spec L K :
    legal_lines L = Some K -> forall q, q0 <= q ->
    filter (legal (m * q + r)) (map (map (at_q q)) L) = map (map (at_q q)) K.
  Proof.
    revert K. induction L as [| o L IH]; intros K H q Hq; cbn [legal_lines map filter] in *.
    - now injection H as <-.
    - destruct (legal_line o) as [[] |] eqn:X; try discriminate;
        rewrite (legal_line_spec _ _ X q Hq).
      + destruct (legal_lines L) as [K' |]; [| discriminate]. injection H as <-. cbn [map].
        f_equal. auto.
      + auto.
  Qed.

  Definition moves_of (a : options) : option (list (list line)) :=
    match lines_of a with Some L => legal_lines L | None => None end.

  (** The options of n = m*q + r, for all q >= q0. *)
  Theorem moves_of_spec a L n q :
    moves_of a = Some L -> q0 <= q -> Z.of_N n = m * q + r ->
    expression a n = map (map (fun l => Z.to_N (at_q q l))) L.
  Proof.
    unfold moves_of, expression. intros H Hq ->.
    destruct (lines_of a) as [L' |] eqn:X; [| discriminate].
    rewrite (lines_of_spec _ _ X q Hq), (legal_lines_spec _ _ H q Hq), map_map.
    apply map_ext. intro o. now rewrite map_map.
  Qed.
End Class.

(** All classes of a modulus. *)
Lemma all_some_nth {A} (f : nat -> option A) m l d r :
  all_some (map f (seq 0 (Z.to_nat m))) = Some l -> 0 <= r < m ->
  f (Z.to_nat r) = Some (nth (Z.to_nat r) l d).
Proof.
  intros E R.
  assert (X : map f (seq 0 (Z.to_nat m)) = map (@Some A) l) by (apply (all_some_map f); auto).
  assert (L : length l = Z.to_nat m).
  { rewrite <- (map_length (@Some A)), <- X, map_length. apply seq_length. }
  transitivity (nth (Z.to_nat r) (map (@Some A) l) None).
  - rewrite <- X, (nth_indep _ None (f O)) by (rewrite map_length, seq_length; lia).
    now rewrite map_nth, seq_nth by lia.
  - rewrite (nth_indep _ None (Some d)) by (rewrite map_length; lia). apply map_nth.
Qed.

Lemma all_some_length {A} (f : nat -> option A) m l r :
  all_some (map f (seq 0 (Z.to_nat m))) = Some l -> 0 <= r < m -> (Z.to_nat r < length l)%nat.
Proof.
  intros E R.
  assert (X : map f (seq 0 (Z.to_nat m)) = map (@Some A) l) by (apply (all_some_map f); auto).
  assert (L : length l = Z.to_nat m); [| lia].
  rewrite <- (map_length (@Some A)), <- X, map_length. apply seq_length.
Qed.
