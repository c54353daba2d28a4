(** The parts of words in their shortest forms (rules/words/rewriting.py), and the values of finitely
    many of them. *)
From Coq Require Import NArith List Lia Bool Ascii String FMapPositive.
From Mexplore Require Import Grundy Words WordCuts.
Import ListNotations.
Local Open Scope N_scope.
Local Open Scope list_scope.

(** Letters that are in no left side; neighbours between which words may be cut; letters with which no
    left side begins, or ends; letters for which an end before, or behind them, does not matter.  All
    of this is checked once, so that it need not be looked for again. *)
Record hints := Hints
  { idle : word; parted : list (letter * letter);
    silent : word; silent_back : word; loose : word; loose_back : word }.

Definition hints_right (rules : list rewrite) (h : hints) : bool :=
  forallb (never rules) (idle h) &&
  forallb (fun p => apart rules (fst p) (snd p)) (parted h) &&
  forallb (fun c => negb (starts rules c)) (silent h) &&
  forallb (fun c => negb (starts (map mirror rules) c)) (silent_back h) &&
  forallb (careless rules) (loose h) &&
  forallb (careless (map mirror rules)) (loose_back h).

Lemma hints_parts rules h : hints_right rules h = true ->
  (forall c, mem c (idle h) = true -> never rules c = true) /\
  (forall c d, In (c, d) (parted h) -> apart rules c d = true) /\
  forallb (fun c => negb (starts rules c)) (silent h) = true /\
  forallb (fun c => negb (starts (map mirror rules) c)) (silent_back h) = true /\
  forallb (careless rules) (loose h) = true /\
  forallb (careless (map mirror rules)) (loose_back h) = true.
Proof.
  unfold hints_right. rewrite !andb_true_iff. intros [[[[[A B] C] D] E] F].
  rewrite forallb_forall in A, B. repeat split; auto.
  - intros c I. apply A. now apply mem_In.
  - intros c d I. exact (B (c, d) I).
Qed.

Definition is_parted (h : hints) (before : option letter) (d : letter) : bool :=
  match before with
  | Some c => existsb (fun p => Ascii.eqb (fst p) c && Ascii.eqb (snd p) d) (parted h)
  | None => false
  end.

(** A word that is cut: its first part, and the others, each with what it says of ends where it is
    cut from the one before. *)
Definition pieces := (word * list (bool * word))%type.

Fixpoint cut (h : hints) (before : option letter) (w : word) : pieces :=
  match w with
  | [] => ([], [])
  | d :: w =>
      if mem d (idle h) then let (x, l) := cut h None w in ([], (is_empty d, x) :: l)
      else let (x, l) := cut h (Some d) w in
           if is_parted h before d then ([], (false, d :: x) :: l) else (d :: x, l)
  end.

(** The value of the parts, with [v] behind the last of them. *)
Fixpoint worth (V : values) (a : bool) (x : word) (l : list (bool * word)) (v : word) (b : bool) : N :=
  match l with
  | [] => V a (x ++ v) b
  | (e, y) :: l => N.lxor (V a x e) (worth V e y l v b)
  end.

(** A word without the letters at its beginning that stay for ever. *)
Fixpoint trim (silent : word) (a : bool) (w : word) : bool * word :=
  match w with
  | [] => (a, [])
  | c :: v => if mem c silent then trim silent (is_empty c) v else (a, w)
  end.
Definition marked (rules : list rewrite) (loose : word) (a : bool) (w : word) : bool :=
  if a then true
  else match w with [] => negb (existsb asks_left rules) | c :: _ => mem c loose end.
Definition shortest (rules : list rewrite) (h : hints) (a : bool) (w : word) (b : bool)
    : bool * word * bool :=
  let back := map mirror rules in
  let (a1, w1) := trim (silent h) a w in
  let (b1, w2) := trim (silent_back h) b (rev w1) in
  let w3 := rev w2 in
  (marked rules (loose h) a1 w3, w3, marked back (loose_back h) b1 w2).

(** Words with their values, each of them known from those that stand before it; and a table of
    them, by keys. *)
Definition known_word := (bool * word * bool * N)%type.
Definition known_table := PositiveMap.t known_word.

Definition bit (b : bool) (p : positive) : positive := if b then xI p else xO p.
Fixpoint key_of (w : word) : positive :=
  match w with
  | [] => xH
  | Ascii a b c d e f g h :: w => bit a (bit b (bit c (bit d (bit e (bit f (bit g (bit h (key_of w))))))))
  end.
Definition key (a : bool) (w : word) (b : bool) : positive := bit a (bit b (key_of w)).
Definition put (k : known_word) (table : known_table) : known_table :=
  let '(a, w, b, _) := k in PositiveMap.add (key a w b) k table.
Definition table_of (known : list known_word) : known_table :=
  fold_left (fun table k => put k table) known (PositiveMap.empty _).
Definition known_value (table : known_table) (a : bool) (w : word) (b : bool) : option N :=
  match PositiveMap.find (key a w b) table with
  | Some (a', w', b', v) => if Bool.eqb a a' && Bool.eqb b b' && same_word w w' then Some v else None
  | None => None
  end.
Definition piece_value rules h table (a : bool) (w : word) (b : bool) : option N :=
  let '(a, w, b) := shortest rules h a w b in
  match w with [] => Some 0 | _ => known_value table a w b end.

Definition both (x y : option N) : option N :=
  match x, y with Some x, Some y => Some (N.lxor x y) | _, _ => None end.
Fixpoint pieces_value rules h table (a : bool) (x : word) (l : list (bool * word)) (b : bool)
    : option N :=
  match l with
  | [] => piece_value rules h table a x b
  | (e, y) :: l => both (piece_value rules h table a x e) (pieces_value rules h table e y l b)
  end.
Definition value_in rules h table (a : bool) (w : word) (b : bool) : option N :=
  let (x, l) := cut h None w in pieces_value rules h table a x l b.

Fixpoint all_known {A} (f : A -> option N) (l : list A) : option (list N) :=
  match l with
  | [] => Some []
  | x :: l => match f x, all_known f l with Some v, Some l => Some (v :: l) | _, _ => None end
  end.
Definition is_mex_of {A} (f : A -> option N) (l : list A) (v : N) : bool :=
  match all_known f l with Some values => mex values =? v | None => false end.
Fixpoint known_right rules h (before : known_table) (todo : list known_word) : bool :=
  match todo with
  | [] => true
  | (a, w, b, v) :: todo =>
      if is_mex_of (fun w' => value_in rules h before a w' b) (moves rules a w b) v
      then known_right rules h (put (a, w, b, v) before) todo else false
  end.

Lemma all_known_spec {A} (f : A -> option N) l k :
  all_known f l = Some k -> Forall2 (fun x v => f x = Some v) l k.
Proof.
  revert k. induction l as [| x l IH]; intros k E; cbn in E.
  - injection E as <-. constructor.
  - destruct (f x) as [v |] eqn:Ev; [| easy]. destruct (all_known f l) as [k' |]; [| easy].
    injection E as <-. constructor; auto.
Qed.

Lemma is_mex_of_spec {A} (f : A -> option N) (g : A -> N) l v :
  (forall x u, In x l -> f x = Some u -> g x = u) -> is_mex_of f l v = true -> mex (map g l) = v.
Proof.
  intros E M. unfold is_mex_of in M. destruct (all_known f l) as [k |] eqn:K; [| easy].
  apply N.eqb_eq in M. rewrite <- M. f_equal. apply all_known_spec in K. clear M.
  induction K as [| x u l k Ex K IH]; [reflexivity |]. cbn. f_equal.
  - apply E; auto. now left.
  - apply IH. intros y w I. apply E. now right.
Qed.

Section Pieces.
  Variables (rules : list rewrite) (s : weighing) (V : values) (h : hints).
  Hypothesis fall : rules_fall s rules = true.
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis ok : proper rules = true.
  Hypothesis hr : hints_right rules h = true.

  Lemma cut_worth w p before : (forall c, before = Some c -> exists q, p = q ++ [c]) ->
    forall a v b, V a (p ++ w ++ v) b =
      let (x, l) := cut h before w in worth V a (p ++ x) l v b.
  Proof.
    revert p before. induction w as [| d w IH]; intros p before P a v b.
    - cbn. now rewrite app_nil_r.
    - cbn [cut app]. destruct (mem d (idle h)) eqn:Nd.
      + apply (proj1 (hints_parts rules h hr)) in Nd.
        rewrite (cut_at rules s V fall HV ok d Nd a p (w ++ v) b).
        specialize (IH [] None). destruct (cut h None w) as [x l].
        cbn [worth]. rewrite app_nil_r. f_equal. apply IH. discriminate.
      + destruct (is_parted h before d) eqn:Ed.
        * destruct before as [c |]; [| discriminate]. destruct (P c eq_refl) as [q ->].
          assert (A : apart rules c d = true).
          { apply existsb_exists in Ed as ((c', d') & I & E). apply andb_prop in E as [E1 E2].
            apply Ascii.eqb_eq in E1, E2. cbn in E1, E2. subst c' d'.
            now apply (proj1 (proj2 (hints_parts rules h hr))). }
          rewrite (cut_between rules s V fall HV ok c d A).
          specialize (IH [d] (Some d)). destruct (cut h (Some d) w) as [x l].
          cbn [worth]. rewrite app_nil_r. f_equal. apply IH.
          intros c' [= <-]. now exists [].
        * specialize (IH (p ++ [d]) (Some d)). destruct (cut h (Some d) w) as [x l].
          assert (Q : forall c, Some d = Some c -> exists q, p ++ [d] = q ++ [c]).
          { intros c' [= <-]. now exists p. }
          specialize (IH Q a v b). now rewrite <- !app_assoc in IH.
  Qed.

  Lemma trim_value l a w v b : forallb (fun c => negb (starts rules c)) l = true ->
    let (a1, w1) := trim l a w in V a (w ++ v) b = V a1 (w1 ++ v) b.
  Proof.
    intro L. rewrite forallb_forall in L.
    revert a. induction w as [| c w IH]; intro a; [reflexivity |]. cbn [trim].
    destruct (mem c l) eqn:E; [| reflexivity]. specialize (IH (is_empty c)).
    destruct (trim l (is_empty c) w) as [a1 w1]. rewrite <- IH. cbn.
    apply (drop_first rules s V fall HV ok). apply Bool.negb_true_iff, L. now apply mem_In.
  Qed.

  Lemma marked_value l a w v b : forallb (careless rules) l = true ->
    V a (w ++ v) b = V (marked rules l a w) (w ++ v) b.
  Proof.
    intro L. unfold marked. destruct a; [reflexivity |]. destruct w as [| c w].
    - destruct (existsb asks_left rules) eqn:E; [reflexivity |]. now apply (none_asks rules s).
    - destruct (mem c l) eqn:E; [| reflexivity]. cbn. apply (first_careless rules s); auto.
      rewrite forallb_forall in L. apply L. now apply mem_In.
  Qed.
End Pieces.

Lemma total_rev s w : total s (rev w) = total s w.
Proof. induction w as [| c w IH]; cbn; auto. rewrite total_app, IH. cbn. lia. Qed.

Lemma mirror_fall s rules : rules_fall s rules = true -> rules_fall s (map mirror rules) = true.
Proof.
  unfold rules_fall. rewrite !forallb_forall. intros F r I. apply in_map_iff in I as (r' & <- & I).
  cbn. rewrite !total_rev. now apply F.
Qed.

Lemma mirror_proper rules : proper rules = true -> proper (map mirror rules) = true.
Proof.
  unfold proper. rewrite !forallb_forall. intros F r I. apply in_map_iff in I as (r' & <- & I).
  specialize (F r' I). cbn. apply Bool.negb_true_iff in F. apply Bool.negb_true_iff.
  apply Bool.not_true_iff_false in F. apply Bool.not_true_iff_false. rewrite same_word_spec in *.
  intro E. apply F. rewrite <- (rev_involutive (lhs r')), E. reflexivity.
Qed.

Section Known.
  Variables (rules : list rewrite) (s : weighing) (V : values) (h : hints).
  Hypothesis fall : rules_fall s rules = true.
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis ok : proper rules = true.
  Hypothesis hr : hints_right rules h = true.

  Lemma shortest_value a w b : let '(a', w', b') := shortest rules h a w b in V a w b = V a' w' b'.
  Proof.
    destruct (hints_parts rules h hr) as (_ & _ & S1 & S2 & H2 & H3). unfold shortest.
    pose proof (trim_value rules s V fall HV ok _ a w [] b S1) as T.
    destruct (trim (silent h) a w) as [a1 w1].
    pose proof (rows_backwards rules V HV) as HB.
    pose proof (mirror_fall s rules fall) as FB. pose proof (mirror_proper rules ok) as OB.
    pose proof (trim_value _ s _ FB HB OB _ b (rev w1) [] a1 S2) as T2.
    destruct (trim (silent_back h) b (rev w1)) as [b1 w2].
    pose proof (marked_value _ s _ FB HB OB (loose_back h) b1 w2 [] a1 H3) as M2.
    unfold backwards in T2, M2. rewrite !app_nil_r in *. rewrite rev_involutive in T2.
    rewrite T, T2, M2.
    pose proof (marked_value rules s V fall HV ok (loose h) a1 (rev w2) [] 
      (marked (map mirror rules) (loose_back h) b1 w2) H2) as M. now rewrite !app_nil_r in M.
  Qed.

  Definition right (k : known_word) : Prop := let '(a, w, b, v) := k in V a w b = v.

  Section With.
    Variable table : known_table.
    Hypothesis K : forall p k, PositiveMap.find p table = Some k -> right k.

    Lemma piece_value_right a w b v : piece_value rules h table a w b = Some v -> V a w b = v.
    Proof.
      unfold piece_value. pose proof (shortest_value a w b) as S.
      destruct (shortest rules h a w b) as [[a' w'] b']. rewrite S. clear S.
      destruct w' as [| c w']; [intros [= <-]; apply (no_letters rules V); auto |].
      unfold known_value. destruct (PositiveMap.find _ table) as [[[[a1 w1] b1] v1] |] eqn:E; [| easy].
      destruct (_ && same_word _ _) eqn:Q; [| easy]. intros [= <-].
      rewrite !andb_true_iff, !eqb_true_iff, same_word_spec in Q. destruct Q as [[-> ->] ->].
      exact (K _ _ E).
    Qed.

    Lemma both_spec x y v : both x y = Some v ->
      exists u w, x = Some u /\ y = Some w /\ v = N.lxor u w.
    Proof. destruct x as [u |], y as [w |]; try easy. intros [= <-]. eauto. Qed.

    Lemma pieces_value_right a x l b v :
      pieces_value rules h table a x l b = Some v -> worth V a x l [] b = v.
    Proof.
      revert a x v. induction l as [| [e y] l IH]; intros a x v; cbn.
      - rewrite app_nil_r. apply piece_value_right.
      - intro E. apply both_spec in E as (u & w & E1 & E2 & ->).
        apply piece_value_right in E1. apply IH in E2. now subst.
    Qed.

    Lemma value_in_right a w b v : value_in rules h table a w b = Some v -> V a w b = v.
    Proof.
      unfold value_in. intro E.
      assert (C := cut_worth rules s V h fall HV ok hr w [] None).
      specialize (C ltac:(discriminate) a [] b). destruct (cut h None w) as [x l].
      cbn [app] in C. rewrite app_nil_r in C. rewrite C. now apply pieces_value_right.
    Qed.
  End With.

  Definition all_right (table : known_table) : Prop :=
    forall p k, PositiveMap.find p table = Some k -> right k.

  Lemma put_right k table : right k -> all_right table -> all_right (put k table).
  Proof.
    destruct k as [[[a w] b] v]. intros R T p k E. unfold put in E.
    destruct (Pos.eq_dec p (key a w b)) as [-> | D].
    - rewrite PositiveMap.gss in E. now injection E as <-.
    - rewrite PositiveMap.gso in E by auto. now apply (T p).
  Qed.

  Theorem known_are_right before todo : all_right before ->
    known_right rules h before todo = true ->
    all_right (fold_left (fun table k => put k table) todo before).
  Proof.
    revert before. induction todo as [| [[[a w] b] v] todo IH]; intros before B R; [exact B |].
    cbn [known_right] in R. destruct (is_mex_of _ _ _) eqn:M; [| discriminate].
    apply IH; auto. apply put_right; auto.
    cbn. rewrite (HV a b). refine (is_mex_of_spec _ _ _ _ _ M).
    intros w' u _. now apply value_in_right.
  Qed.

  Theorem table_right known : known_right rules h (PositiveMap.empty _) known = true ->
    all_right (table_of known).
  Proof. apply known_are_right. intros p k E. now rewrite PositiveMap.gempty in E. Qed.
End Known.
