(** The system of kinds of heaps of a game on words, derived from its rules
    (rules/words/deriving.py): the heap (t, n) stands for a row [word_of block e n], and its options
    by the schemas of t have the values of the words after one move. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Ascii String FMapPositive.
From Mexplore Require Import Grundy Kinds Words WordCuts WordPieces WordRuns WordRows.
Import ListNotations.
Local Open Scope list_scope.

(** * Schemas of one and of two parts *)

Definition any_part (t : nat) (least : nat) : part := Part (N.of_nat t) (N.of_nat least) 1 [0%N].
Definition row_from (least taken : nat) (r : nat * nat) (beside : list heap) : schema :=
  let (t, more) := r in
  Schema (Z.of_nat taken - Z.of_nat more) [any_part t least] beside 1 [0%N].
Definition one_row : nat -> nat * nat -> list heap -> schema := row_from 0.
Definition two_rows (taken : nat) (r : nat * nat) (l : nat) (r' : nat * nat) (l' : nat)
    (beside : list heap) : schema :=
  let (t, more) := r in
  let (t', more') := r' in
  Schema (Z.of_nat taken - Z.of_nat more - Z.of_nat more')
    [any_part t (more + l); any_part t' (more' + l')] beside 1 [0%N].

Lemma always n : allowed 1 [0%N] n = true.
Proof. unfold allowed. now rewrite N.mod_1_r. Qed.

Lemma fits_any t least a : fits_part (any_part t least) a = (N.of_nat least <=? a)%N.
Proof. unfold fits_part. cbn [any_part Kinds.least modulus residues]. now rewrite always, andb_true_r. Qed.

Lemma In_row_from least n taken t more bs o : (taken <= n)%nat -> (least <= more)%nat ->
  In o (by_schema (N.of_nat n) (row_from least taken (t, more) bs)) <->
  o = (N.of_nat t, N.of_nat (more + (n - taken))) :: bs.
Proof.
  intros L M0. rewrite In_by_schema. cbn [row_from parts Kinds.beside drop of_modulus in_residues]. split.
  - intros (_ & [[E _] | (l & m & F & -> & M)]); [easy |].
    inversion F as [p a A | p a ps l' m' A F']; subst; [| inversion F']. cbn. do 2 f_equal. lia.
  - intros ->. split; [apply always |]. right.
    exists [(N.of_nat t, N.of_nat (more + (n - taken)))], (N.of_nat (more + (n - taken))).
    split; [| split; [reflexivity | cbn; lia]].
    apply (fits_one (any_part t least)). rewrite fits_any. apply N.leb_le. lia.
Qed.

Lemma In_one_row n taken t more bs o : (taken <= n)%nat ->
  In o (by_schema (N.of_nat n) (one_row taken (t, more) bs)) <->
  o = (N.of_nat t, N.of_nat (more + (n - taken))) :: bs.
Proof. intro L. apply In_row_from; lia. Qed.

Lemma In_two_rows n taken t more l t' more' l' bs o :
  In o (by_schema (N.of_nat n) (two_rows taken (t, more) l (t', more') l' bs)) <->
  exists i k, (l <= i)%nat /\ (l' <= k)%nat /\ (i + taken + k = n)%nat /\
    o = (N.of_nat t, N.of_nat (more + i)) :: (N.of_nat t', N.of_nat (more' + k)) :: bs.
Proof.
  rewrite In_by_schema. cbn [two_rows parts Kinds.beside drop of_modulus in_residues]. split.
  - intros (_ & [[E _] | (x & m & F & -> & M)]); [easy |].
    inversion F as [| p a ps x' m' A F']; subst.
    inversion F' as [p a' A' | p a' ps x m A' F'']; subst; [| inversion F''].
    rewrite fits_any in A, A'. apply N.leb_le in A, A'.
    exists (N.to_nat a - more)%nat, (N.to_nat m' - more')%nat.
    split; [lia |]. split; [lia |]. split; [lia |]. cbn. repeat f_equal; lia.
  - intros (i & k & L & L' & E & ->). split; [apply always |]. right.
    exists [(N.of_nat t, N.of_nat (more + i)); (N.of_nat t', N.of_nat (more' + k))],
      (N.of_nat (more + i) + N.of_nat (more' + k))%N.
    split; [| split; [reflexivity | cbn; lia]].
    apply (fits_more (any_part t (more + l))); [rewrite fits_any; apply N.leb_le; lia |].
    apply (fits_one (any_part t' (more' + l'))). rewrite fits_any. apply N.leb_le. lia.
Qed.

(** * Derivation *)

Record word_system := WordSystem
  { on : list rewrite; weighed : weighing; hint : hints; alike_by : list symmetry;
    run : word; explicit : nat; rows : list row_ends; known : list known_word }.

Section Derive.
  Variables (D : word_system) (table : known_table) (nims : nat).
  Let rules := on D.
  Let h := hint D.
  Let block := run D.

  Definition kind_with (e : row_ends) : option (nat * nat) :=
    kind_of_row rules h block (rows D) (alike_by D) e.

  (** The heap of Nim beside rows, for fixed words of this value. *)
  Definition fixed (w : N) : option (list heap) :=
    if (w =? 0)%N then Some []
    else if (w <? N.of_nat nims)%N then Some [(N.of_nat (List.length (rows D)), w)] else None.

  (** The parts of a word but the last one, by their value, and the last one. *)
  Fixpoint outcome (a : bool) (x : word) (l : list (bool * word)) : option (N * (bool * word)) :=
    match l with
    | [] => Some (0%N, (a, x))
    | (e, y) :: l =>
        match piece_value rules h table a x e, outcome e y l with
        | Some v, Some (w, last) => Some (N.lxor v w, last)
        | _, _ => None
        end
    end.

  (** Rows y w^(k + 1) back: what is cut off, and what is joined to the run. *)
  Definition first_of (w : word) : letter := hd "."%char w.
  Definition at_front (a : bool) (y : word) : option (N * (bool * word)) :=
    let (x, l) := cut h None (y ++ [first_of block]) in
    match outcome a x l with
    | Some (w, (e, z)) =>
        match rev z with
        | c :: z => if Ascii.eqb c (first_of block) then Some (w, (e, rev z)) else None
        | [] => None
        end
    | None => None
    end.
  (** The same of front w^(k + 1) y. *)
  Definition at_back (y : word) (b : bool) : option (N * (word * bool)) :=
    let (x, l) := cut h None (first_of (rev block) :: y) in
    match x with
    | c :: x =>
        if Ascii.eqb c (first_of (rev block)) then
          match l with
          | [] => Some (0%N, (x, b))
          | (e, z) :: l =>
              match pieces_value rules h table e z l b with
              | Some w => Some (w, (x, e))
              | None => None
              end
          end
        else None
    | [] => None
    end.

  Definition row_left (a : bool) (y back : word) (b : bool) : option ((nat * nat) * N) :=
    match at_front a y with
    | Some (w, (e, z)) => match kind_with (Ends e z back b) with Some r => Some (r, w) | None => None end
    | None => None
    end.
  Definition row_right (a : bool) (front y : word) (b : bool) : option ((nat * nat) * N) :=
    match at_back y b with
    | Some (w, (z, e)) => match kind_with (Ends a front z e) with Some r => Some (r, w) | None => None end
    | None => None
    end.

  Definition one_option (taken : nat) (found : option ((nat * nat) * N)) : option (list schema) :=
    match found with
    | Some (r, w) => match fixed w with Some bs => Some [one_row taken r bs] | None => None end
    | None => None
    end.
  Definition two_options (taken : nat) (e : row_ends) (l : nat) (w : N) (e' : row_ends) (l' : nat)
      : option (list schema) :=
    match kind_with e, fixed w, kind_with e' with
    | Some r, Some bs, Some r' => Some [two_rows taken r l r' l' bs]
    | _, _, _ => None
    end.
  Definition joined (x y : option (list schema)) : option (list schema) :=
    match x, y with Some x, Some y => Some (x ++ y) | _, _ => None end.

  Definition within_run (e : row_ends) (taken : nat) (new : word) : option (list schema) :=
    let '(Ends a f k b) := e in
    match cut h None new with
    | (x, (d, y) :: l) =>
        match outcome d y l with
        | Some (w, (d', z)) => two_options taken (Ends a f x d) 0 w (Ends d' z k b) 0
        | None => None
        end
    | (_, []) =>
        if same_word new [] then None
        else if is_parted h (Some (first_of (rev block))) (first_of new) then
          joined (two_options taken (Ends a f [] false) 1 0 (Ends false new k b) 0)
            (one_option taken (row_left a (f ++ new) k b))
        else if is_parted h (Some (first_of (rev new))) (first_of block) then
          joined (two_options taken (Ends a f new false) 0 0 (Ends false [] k b) 1)
            (one_option taken (row_right a f (new ++ k) b))
        else None
    end.

  Fixpoint gather {A} (f : A -> option (list schema)) (l : list A) : option (list schema) :=
    match l with [] => Some [] | x :: l => joined (f x) (gather f l) end.

  Definition derived (e : row_ends) : option (list schema) :=
    let '(Ends a f k b) := e in
    joined (gather (fun y => one_option (explicit D) (row_left a y k b))
              (left_moves rules a f block (explicit D)))
      (joined (gather (fun y => one_option (explicit D) (row_right a f (rev y) b))
                 (right_moves rules b block k (explicit D)))
         (gather (fun m => within_run e (fst m) (snd m)) (inside_moves rules block))).

  (** ** Checks *)

  Definition number_of_heap (X : heap) : option N :=
    match nth_error (rows D) (N.to_nat (fst X)) with
    | Some e => value_in rules h table (end_left e) (word_of block e (N.to_nat (snd X))) (end_right e)
    | None => Some (if (fst X =? N.of_nat (List.length (rows D)))%N && (snd X <? N.of_nat nims)%N
                    then snd X else 0%N)
    end.
  Fixpoint number_of_heaps (l : list heap) : option N :=
    match l with [] => Some 0%N | X :: l => both (number_of_heap X) (number_of_heaps l) end.
  Definition listed_right (t : N) (k : kind) : bool :=
    forallb (fun n => match number_of_heap (t, n), nth_error (listed k) (N.to_nat n) with
                      | Some v, Some l => is_mex_of number_of_heaps l v
                      | _, _ => false
                      end)
      (upto (List.length (listed k)) 0).

  Definition same_heap (X Y : heap) : bool := (fst X =? fst Y)%N && (snd X =? snd Y)%N.
  Fixpoint same_list {A} (same : A -> A -> bool) (l m : list A) : bool :=
    match l, m with
    | [], [] => true
    | x :: l, y :: m => same x y && same_list same l m
    | _, _ => false
    end.
  Definition same_part (p q : part) : bool :=
    (of_kind p =? of_kind q)%N && (least p =? least q)%N && (modulus p =? modulus q)%N &&
    same_list N.eqb (residues p) (residues q).
  Definition same_schema (x y : schema) : bool :=
    (drop x =? drop y)%Z && same_list same_part (parts x) (parts y) &&
    same_list same_heap (beside x) (beside y) && (of_modulus x =? of_modulus y)%N &&
    same_list N.eqb (in_residues x) (in_residues y).
  Definition among_schemas (l : list schema) (x : schema) : bool := existsb (same_schema x) l.

  Definition blocks_fit (n : nat) : bool :=
    Nat.ltb (explicit D) n && forallb (fun m => Nat.ltb (fst m) n) (inside_moves rules block).
  Definition row_right_check (t : N) (e : row_ends) (k : kind) : bool :=
    plain_word (front e ++ block ++ back e) && blocks_fit (List.length (listed k)) &&
    listed_right t k &&
    match derived e with
    | Some l => forallb (among_schemas (schemas k)) l && forallb (among_schemas l) (schemas k)
    | None => false
    end.
End Derive.

Definition no_schemas (k : kind) : bool := match schemas k with [] => true | _ => false end.
Definition nims_of (D : word_system) (kinds : list kind) : nat :=
  match nth_error kinds (List.length (rows D)) with Some k => List.length (listed k) | None => O end.

Fixpoint rows_right (D : word_system) (table : known_table) (nims : nat) (t : N) (ends : list row_ends) (kinds : list kind)
    : bool :=
  match ends, kinds with
  | [], [] => true
  | [], [k] => no_schemas k && listed_right D table nims t k
  | e :: ends, k :: kinds => row_right_check D table nims t e k && rows_right D table nims (t + 1) ends kinds
  | _, _ => false
  end.

Definition rules_right (D : word_system) : bool :=
  rules_fall (weighed D) (on D) && proper (on D) && hints_right (on D) (hint D) &&
  forallb (symmetry_right (on D) (run D)) (alike_by D) &&
  known_right (on D) (hint D) (PositiveMap.empty _) (known D) && negb (same_word (run D) []) &&
  forallb (fun r => Nat.leb (List.length (lhs r)) (explicit D * List.length (run D))) (on D).

(** The kinds are the rows, and perhaps heaps of Nim in whose place fixed words are. *)
Definition check_words (D : word_system) (kinds : list kind) : bool :=
  rules_right D && rows_right D (table_of (known D)) (nims_of D kinds) 0 (rows D) kinds.
