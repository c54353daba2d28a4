(** Rows u w^n v of a game on words as heaps of kinds (rules/words/deriving.py): the shortest forms
    of their ends, and which kind, alike by a symmetry of the rules, has these ends. *)
From Coq Require Import Arith NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Words WordCuts WordPieces WordRuns.
Import ListNotations.
Local Open Scope list_scope.

(** The words [front w^n back], in a place with or without ends. *)
Record row_ends := Ends { end_left : bool; front : word; back : word; end_right : bool }.
Definition word_of (block : word) (e : row_ends) (n : nat) : word :=
  front e ++ times n block ++ back e.
Definition row_value (V : values) (block : word) (e : row_ends) (n : nat) : N :=
  V (end_left e) (word_of block e n) (end_right e).

(** A permutation of letters, its inverse, and whether words are read backwards besides. *)
Record symmetry := Symmetry { becoming : renaming; before : renaming; turned : bool }.

Section Rows.
  Variables (rules : list rewrite) (h : hints) (block : word).

  (** ** Symmetries *)

  Definition changed (y : symmetry) (w : word) : word :=
    let w := map (rename (becoming y)) w in if turned y then rev w else w.
  Definition symmetry_right (y : symmetry) : bool :=
    renames (becoming y) (before y) rules (if turned y then map mirror rules else rules) &&
    same_word (changed y block) block.
  Definition image (e : row_ends) (y : symmetry) : row_ends :=
    if turned y then Ends (end_right e) (changed y (back e)) (changed y (front e)) (end_left e)
    else Ends (end_left e) (changed y (front e)) (changed y (back e)) (end_right e).

  (** ** The shortest forms of ends *)

  Fixpoint unblock (fuel : nat) (block w : word) : nat * word :=
    match fuel with
    | O => (O, w)
    | S fuel => match behind block w with
                | Some v => let (n, v) := unblock fuel block v in (S n, v)
                | None => (O, w)
                end
    end.

  (** The left end of a run: and how many blocks it had next to the run. *)
  Definition end_form (rules : list rewrite) (silent loose block : word) (a : bool) (w : word)
      : bool * word * nat :=
    let (a, w) := trim silent a w in
    let (n, v) := unblock (List.length w) (rev block) (rev w) in
    (marked rules loose a (rev v), rev v, n).
  Definition row_form (e : row_ends) : row_ends * nat :=
    let '(a, l, j) := end_form rules (silent h) (loose h) block (end_left e) (front e) in
    let '(b, r, k) :=
      end_form (map mirror rules) (silent_back h) (loose_back h) (rev block) (end_right e) (rev (back e)) in
    (Ends a l (rev r) b, (j + k)%nat).

  (** ** The kind of a row *)

  Variables (kinds_of_ends : list row_ends) (symmetries : list symmetry).

  Definition same_ends (e e' : row_ends) : bool :=
    Bool.eqb (end_left e) (end_left e') && same_word (front e) (front e') &&
    same_word (back e) (back e') && Bool.eqb (end_right e) (end_right e').
  Fixpoint find_among (images : list row_ends) (t : nat) (l : list row_ends) : option nat :=
    match l with
    | [] => None
    | e :: l => if existsb (same_ends e) images then Some t else find_among images (S t) l
    end.
  (** Its number; the row with n blocks is the heap of n and so many more. *)
  Definition kind_of_row (e : row_ends) : option (nat * nat) :=
    let (e, more) := row_form e in
    match find_among (map (image e) symmetries) O kinds_of_ends with
    | Some t => Some (t, more)
    | None => None
    end.

  Lemma unblock_spec fuel bl w n v : unblock fuel bl w = (n, v) -> w = times n bl ++ v.
  Proof.
    revert w n v. induction fuel as [| fuel IH]; intros w n v E; cbn in E.
    - now injection E as <- <-.
    - destruct (behind bl w) as [w' |] eqn:B; [| now injection E as <- <-].
      apply behind_spec in B. destruct (unblock fuel bl w') as [n' v'] eqn:U.
      injection E as <- <-. apply IH in U. cbn. now rewrite <- app_assoc, <- U.
  Qed.

  Lemma same_ends_spec e e' : same_ends e e' = true -> e = e'.
  Proof.
    unfold same_ends. rewrite !andb_true_iff, !same_word_spec, !eqb_true_iff.
    destruct e, e'. cbn. intros (((-> & ->) & ->) & ->). reflexivity.
  Qed.

  Lemma find_spec images t l u : find_among images t l = Some u ->
    exists i e, u = (t + i)%nat /\ nth_error l i = Some e /\ In e images.
  Proof.
    revert t. induction l as [| e l IH]; intros t E; cbn in E; [easy |].
    destruct (existsb (same_ends e) images) eqn:Z.
    - injection E as <-. apply existsb_exists in Z as (e' & I & Q). apply same_ends_spec in Q. subst e'.
      exists O, e. split; [lia | auto].
    - apply IH in E as (i & e' & -> & N & I). exists (S i), e'. split; [lia | auto].
  Qed.
End Rows.

Section EndValues.
  Variables (rules : list rewrite) (s : weighing) (V : values) (block : word).
  Hypothesis fall : rules_fall s rules = true.
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis ok : proper rules = true.

  Lemma end_form_value d l a w k v b :
    forallb (fun c => negb (starts rules c)) d = true -> forallb (careless rules) l = true ->
    let '(a', w', j) := end_form rules d l block a w in
    V a (w ++ times k block ++ v) b = V a' (w' ++ times (j + k) block ++ v) b.
  Proof.
    intros S L. unfold end_form.
    pose proof (trim_value rules s V fall HV ok d a w (times k block ++ v) b S) as T.
    destruct (trim d a w) as [a1 w1]. rewrite T. clear T.
    destruct (unblock (List.length w1) (rev block) (rev w1)) as [j z] eqn:U. apply unblock_spec in U.
    apply (f_equal (@rev _)) in U. rewrite rev_involutive, rev_app_distr, rev_times, rev_involutive in U.
    rewrite <- (marked_value rules s V fall HV ok l a1 (rev z) _ b L), U, times_app, <- !app_assoc.
    reflexivity.
  Qed.

End EndValues.

Section RowValues.
  Variables (rules : list rewrite) (s : weighing) (V : values) (h : hints) (block : word).
  Hypothesis fall : rules_fall s rules = true.
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis ok : proper rules = true.
  Hypothesis hr : hints_right rules h = true.

  Lemma row_form_value e k :
    let (e', more) := row_form rules h block e in
    row_value V block e k = row_value V block e' (more + k).
  Proof.
    destruct (hints_parts rules h hr) as (_ & _ & S1 & S2 & H2 & H3). unfold row_form, row_value, word_of.
    pose proof (end_form_value rules s V block fall HV ok (silent h) (loose h) (end_left e)
      (front e) k (back e) (end_right e) S1 H2) as E1.
    destruct (end_form rules (silent h) (loose h) block (end_left e) (front e)) as [[a l] j]. rewrite E1. clear E1.
    pose proof (end_form_value _ s _ (rev block) (mirror_fall s rules fall) (rows_backwards rules V HV)
      (mirror_proper rules ok) (silent_back h) (loose_back h) (end_right e) (rev (back e)) (j + k) (rev l) a
      S2 H3) as E2.
    destruct (end_form (map mirror rules) (silent_back h) (loose_back h) (rev block) (end_right e) (rev (back e)))
      as [[b r] j']. cbn [end_left end_right front back].
    unfold backwards in E2.
    rewrite !rev_app_distr, !rev_times, !rev_involutive, <- !app_assoc in E2.
    rewrite E2. do 4 f_equal. lia.
  Qed.

  Lemma image_value y e k : symmetry_right rules block y = true ->
    row_value V block e k = row_value V block (image e y) k.
  Proof.
    unfold symmetry_right, image, row_value, word_of, changed. rewrite andb_true_iff, same_word_spec.
    intros [R E]. destruct (turned y); cbn [end_left end_right front back].
    - pose proof (rows_renamed _ _ _ _ R _ (rows_backwards rules V HV)) as H.
      rewrite (rows_unique s rules _ _ fall HV H). unfold backwards. f_equal.
      rewrite !map_app, !rev_app_distr, map_times, rev_times, E. now rewrite <- app_assoc.
    - pose proof (rows_renamed _ _ _ _ R V HV) as H.
      rewrite (rows_unique s rules _ _ fall HV H). f_equal. now rewrite !map_app, map_times, E.
  Qed.

  Variables (of_ends : list row_ends) (symmetries : list symmetry).
  Hypothesis sr : forallb (symmetry_right rules block) symmetries = true.

  Theorem kind_of_row_value e t more :
    kind_of_row rules h block of_ends symmetries e = Some (t, more) ->
    exists e', nth_error of_ends t = Some e' /\
      forall k, row_value V block e k = row_value V block e' (more + k).
  Proof.
    unfold kind_of_row. pose proof (row_form_value e) as F. destruct (row_form rules h block e) as [e1 m].
    destruct (find_among _ _ _) as [u |] eqn:Z; [| easy]. intros [= <- <-].
    apply find_spec in Z as (i & e2 & -> & N & I). apply in_map_iff in I as (y & <- & I).
    exists (image e1 y). split; [exact N |]. intro k. rewrite F. apply image_value.
    rewrite forallb_forall in sr. now apply sr.
  Qed.
End RowValues.
