(** Take-and-break codes, and the theorem of Guy and Smith for up to t heaps
    (discover/heaps/theorems/breaking.py). *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate.
Import ListNotations.
Local Open Scope N_scope.

(** All ways to write [m] as an ordered sum of [i] positive parts. *)
Fixpoint parts (i : nat) (m : N) : list (list N) :=
  match i with
  | O => if m =? 0 then [[]] else []
  | S i => flat_map (fun a => map (cons a) (parts i (m - a))) (upto (N.to_nat m) 1)
  end.

(** [moves] lists pairs (k, i): remove k tokens and leave the rest in i nonempty heaps. *)
Definition code (moves : list (N * nat)) : rule :=
  fun n => flat_map (fun m : N * nat => if fst m <=? n then parts (snd m) (n - fst m) else [])
                    moves.

(** The moves of digits d0, d1, d2, ...: bit i of d_k set. *)
Definition digit_moves (k d : N) : list (N * nat) :=
  flat_map (fun i => if N.testbit d (N.of_nat i) then [(k, i)] else []) (seq 0 5).
Fixpoint moves_from (k : N) (digits : list N) : list (N * nat) :=
  match digits with [] => [] | d :: ds => digit_moves k d ++ moves_from (k + 1) ds end.
Definition octal (digits : list N) : rule := code (moves_from 0 digits).

(** * Sums of lists *)

Fixpoint total (o : list N) : N := match o with [] => 0 | a :: o => a + total o end.
Definition nonempty (o : list N) : Prop := Forall (fun a => 1 <= a) o.

Lemma In_parts i m o : In o (parts i m) <-> length o = i /\ nonempty o /\ total o = m.
Proof.
  revert m o. induction i as [| i IH]; intros m o.
  - cbn. destruct (N.eqb_spec m 0) as [-> | Z].
    + split.
      * intros [<- | []]. repeat split. constructor.
      * intros (L & _). destruct o; [now left | discriminate].
    + split; [easy |]. intros (L & _ & T). destruct o; [cbn in T; congruence | discriminate].
  - cbn [parts]. rewrite in_flat_map. split.
    + intros (a & A & I). apply in_map_iff in I as (o' & <- & I). apply IH in I as (L & P & T).
      apply In_upto in A. cbn. repeat split; [lia | | lia].
      constructor; auto. lia.
    + intros (L & P & T). destruct o as [| a o]; [discriminate |].
      inversion_clear P as [| ? ? A P']. cbn in L, T. exists a. split.
      * apply In_upto. lia.
      * apply in_map, IH. repeat split; auto; lia.
Qed.

Lemma In_code moves n o :
  In o (code moves n) <->
  exists k i, In (k, i) moves /\ k <= n /\ length o = i /\ nonempty o /\ total o = n - k.
Proof.
  unfold code. rewrite in_flat_map. split.
  - intros ([k i] & I & J). cbn in J. destruct (N.leb_spec k n); [| easy].
    apply In_parts in J. now exists k, i.
  - intros (k & i & I & L & J). exists (k, i). split; auto. cbn.
    destruct (N.leb_spec k n); [now apply In_parts | lia].
Qed.

Lemma part_small o h :
  nonempty o -> In h o -> h + N.of_nat (length o) <= total o + 1.
Proof.
  induction o as [| a o IH]; [easy |]. intros P I. inversion_clear P as [| ? ? A P'].
  assert (N.of_nat (length o) <= total o).
  { clear IH I. induction P' as [| b o B P' IH]; cbn; lia. }
  cbn [length total]. destruct I as [-> | I].
  - lia.
  - specialize (IH P' I). lia.
Qed.

(** At most K tokens are removed, and at most t heaps left. *)
Definition bounded_moves (moves : list (N * nat)) (t K : N) : bool :=
  forallb (fun m : N * nat => (fst m <=? K) && (snd m <=? N.to_nat t)%nat) moves.

Lemma bounded_moves_spec moves t K :
  bounded_moves moves t K = true ->
  forall k i, In (k, i) moves -> k <= K /\ (i <= N.to_nat t)%nat.
Proof.
  unfold bounded_moves. rewrite forallb_forall. intros C k i I. apply C, andb_prop in I as [I J].
  apply N.leb_le in I. apply Nat.leb_le in J. auto.
Qed.

Definition sound_move (m : N * nat) : bool := (1 <=? fst m) || (2 <=? snd m)%nat.

Lemma code_wf moves : forallb sound_move moves = true -> well_founded (code moves).
Proof.
  intros S n o h I J. apply In_code in I as (k & i & I & L & <- & P & T).
  rewrite forallb_forall in S. specialize (S _ I). unfold sound_move in S. cbn [fst snd] in S.
  pose proof (part_small o h P J) as H.
  assert (1 <= h) by (unfold nonempty in P; rewrite Forall_forall in P; auto).
  apply orb_prop in S as [S | S]; [apply N.leb_le in S | apply Nat.leb_le in S].
  - assert (1 <= N.of_nat (length o)) by (destruct o; [easy | cbn; lia]). lia.
  - lia.
Qed.

(** The largest part, and what is around it. *)
Lemma largest_part o :
  o <> [] -> exists l h r, o = l ++ h :: r /\ total o <= N.of_nat (length o) * h.
Proof.
  induction o as [| a o IH]; [easy |]. intros _. destruct o as [| b o].
  - exists [], a, []. split; auto. cbn [total length]. lia.
  - destruct IH as (l & h & r & E & T); [easy |]. destruct (N.le_gt_cases a h) as [L | L].
    + exists (a :: l), h, r. split; [now rewrite E |].
      change (total (a :: b :: o)) with (a + total (b :: o)). cbn [length] in *. lia.
    + exists [], a, (b :: o). split; auto.
      change (total (a :: b :: o)) with (a + total (b :: o)). cbn [length] in *. nia.
Qed.

Lemma total_app l r : total (l ++ r) = total l + total r.
Proof. induction l as [| a l IH]; cbn; lia. Qed.

Lemma nonempty_replace l (h h' : N) r :
  1 <= h' -> nonempty (l ++ h :: r) -> nonempty (l ++ h' :: r).
Proof.
  unfold nonempty. rewrite !Forall_app. intros H [A B]. split; auto.
  inversion_clear B. now constructor.
Qed.

(** * Adding a period to the largest heap *)

(** Let k be the largest number of tokens that a move removes, t >= 1 an upper bound of the number
    of heaps that it leaves, and f(h + p) = f(h) for heaps h >= n0 >= 1. If the largest heap of each
    option is >= n0, the options of n + p are those of n with p added to it, and f is the same. *)
Definition same_options {A} (options : rule) (f : N -> A) (n m : N) : Prop :=
  (forall o, In o (options n) -> exists o', In o' (options m) /\ map f o' = map f o) /\
  (forall o, In o (options m) -> exists o', In o' (options n) /\ map f o' = map f o).

Section Shift.
  Variable moves : list (N * nat).
  Variables t K p n0 : N.
  Hypothesis bounded : forall k i, In (k, i) moves -> k <= K /\ (i <= N.to_nat t)%nat.
  Hypothesis sound : forallb sound_move moves = true.
  Hypothesis positive : 1 <= n0.
  Variable A : Type.
  Variable f : N -> A.

  Lemma large_part k i o n c :
    In (k, i) moves -> length o = i -> total o = n - k -> t * c + K < n ->
    exists l h r, o = l ++ h :: r /\ c < h.
  Proof.
    intros I Li T B. destruct (bounded k i I) as [Hk Hi].
    assert (D : o <> []) by (intros ->; cbn in T; lia).
    destruct (largest_part o D) as (l & h & r & E & Hh). exists l, h, r. split; auto.
    assert (N.of_nat (length o) * h <= t * h) by (apply N.mul_le_mono_r; lia). nia.
  Qed.

  Lemma replaced l h h' r : f h' = f h -> map f (l ++ h' :: r) = map f (l ++ h :: r).
  Proof. intro E. rewrite !map_app. cbn. now rewrite E. Qed.

  Lemma shift_up n :
    t * (n0 - 1) + K < n -> (forall h, n0 <= h -> h < n -> f (h + p) = f h) ->
    forall o, In o (code moves n) -> exists o', In o' (code moves (n + p)) /\ map f o' = map f o.
  Proof.
    intros B E o I. assert (I' := I). apply In_code in I as (k & i & I & Lk & Li & P & T).
    destruct (large_part k i o n (n0 - 1)) as (l & h & r & -> & Hh); auto.
    assert (h < n) by (apply (code_wf _ sound _ _ h I'), in_elt).
    exists (l ++ (h + p) :: r). split.
    - apply In_code. exists k, i. repeat split; auto; [lia | | |].
      + rewrite <- Li, !app_length. reflexivity.
      + apply nonempty_replace with h; auto. lia.
      + rewrite total_app in *. cbn [total] in *. lia.
    - apply replaced, E; lia.
  Qed.

  Lemma shift_down n :
    t * (n0 + p - 1) + K < n + p -> K <= n -> (forall h, n0 <= h -> h < n -> f (h + p) = f h) ->
    forall o, In o (code moves (n + p)) -> exists o', In o' (code moves n) /\ map f o' = map f o.
  Proof.
    intros B Kn E o I. assert (I' := I). apply In_code in I as (k & i & I & Lk & Li & P & T).
    destruct (large_part k i o (n + p) (n0 + p - 1)) as (l & h & r & -> & Hh); auto.
    assert (h < n + p) by (apply (code_wf _ sound _ _ h I'), in_elt).
    destruct (bounded k i I) as [Hk _].
    exists (l ++ (h - p) :: r). split.
    - apply In_code. exists k, i. repeat split; auto; [lia | | |].
      + rewrite <- Li, !app_length. reflexivity.
      + apply nonempty_replace with h; auto. lia.
      + rewrite total_app in *. cbn [total] in *. lia.
    - apply replaced. rewrite <- (E (h - p)) by lia. f_equal. lia.
  Qed.

  (** So what is said of a heap by its f and that of its options alone holds of all heaps if it
      holds of those up to t*(n0 + p - 1) + k. *)
  Theorem for_all_heaps (holds : N -> Prop) :
    1 <= t -> 1 <= p -> (forall h, n0 <= h -> f (h + p) = f h) ->
    (forall n m, f n = f m -> same_options (code moves) f n m -> holds m -> holds n) ->
    (forall n, n <= t * (n0 + p - 1) + K -> holds n) ->
    forall n, holds n.
  Proof.
    intros Ht Hp E R W n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (N.le_gt_cases n (t * (n0 + p - 1) + K)) as [B | B]; [auto |].
    replace (n0 + p - 1) with (n0 - 1 + p) in B by lia. rewrite N.mul_add_distr_l in B.
    assert (p <= t * p) by nia. assert (n0 - 1 <= t * (n0 - 1)) by nia. assert (n - p + p = n) as S by lia.
    apply (R n (n - p)); [| | apply IH; lia].
    - rewrite <- (E (n - p)) by lia. now rewrite S.
    - split; intros o I.
      + rewrite <- S in I. apply (shift_down (n - p)); auto; nia.
      + rewrite <- S. apply (shift_up (n - p)); auto; lia.
  Qed.
End Shift.

(** * The theorem *)

(** If G(n + p) = G(n) for n0 <= n < t*n0 + (t - 1)*p + k, n0 >= 1, then for all n >= n0. *)
Theorem guy_smith moves t K G p n0 :
  (forall k i, In (k, i) moves -> k <= K /\ (i <= N.to_nat t)%nat) ->
  forallb sound_move moves = true ->
  1 <= t -> 1 <= n0 ->
  is_grundy (code moves) G ->
  (forall n, n0 <= n -> n < t * n0 + (t - 1) * p + K -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intros HM S Ht Hn0 HG W n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
  destruct (N.lt_ge_cases n (t * n0 + (t - 1) * p + K)) as [A | A]; [auto |].
  apply (same_values _ _ _ _ HG); intros v (o & I & ->).
  - destruct (shift_down moves t K p n0 HM S Hn0 _ G n) with (o := o) as (o' & I' & <-);
      auto; [nia | nia |]. now exists o'.
  - destruct (shift_up moves t K p n0 HM S Hn0 _ G n) with (o := o) as (o' & I' & <-);
      auto; [nia |]. now exists o'.
Qed.

(** What the checks look at: a code of at most t heaps and K tokens, and its first values. *)
Definition stretch (t K p n0 : N) : N := t * (N.max n0 1 + p) + K.
Definition code_of (moves : list (N * nat)) (t K : N) : bool :=
  forallb sound_move moves && bounded_moves moves t K && (1 <=? t).

Lemma code_of_sound moves t K :
  code_of moves t K = true ->
  forallb sound_move moves = true /\ 1 <= t /\
  forall m, In m moves -> (snd m <= N.to_nat t)%nat.
Proof.
  unfold code_of. intro C. apply andb_prop in C as [C Ht]. apply andb_prop in C as [S C].
  apply N.leb_le in Ht. split; auto. split; auto. intros [k i] I.
  now apply (bounded_moves_spec moves t K C k i).
Qed.

Definition periodic_first (t K p n0 : N) (R : list N) : bool :=
  agree (N.to_nat (stretch t K p n0 - p - n0)) R (skipn (N.to_nat p) R).

Theorem law_of_first moves t K p n0 G :
  code_of moves t K = true -> is_grundy (code moves) G ->
  periodic_first t K p n0 (rev (first G (N.to_nat (stretch t K p n0)))) = true ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold code_of, periodic_first, stretch. intros C HG W.
  apply andb_prop in C as [C Ht]. apply andb_prop in C as [S C]. apply N.leb_le in Ht.
  pose proof (bounded_moves_spec moves t K C) as HM. set (n1 := N.max n0 1) in *.
  pose proof (agree_law _ _ _ _ W) as L. intros n Ln.
  destruct (N.lt_ge_cases n n1) as [U | U].
  - apply L; auto. nia.
  - apply (guy_smith moves t K G p n1); auto; [unfold n1; lia |].
    intros x Lx Ux. apply L; [unfold n1 in Lx; lia |]. nia.
Qed.

Lemma octal_exists digits :
  forallb sound_move (moves_from 0 digits) = true ->
  is_grundy (octal digits) (grundy (octal digits)).
Proof. intro H. now apply grundy_exists, code_wf. Qed.

Lemma code_exists moves :
  forallb sound_move moves = true -> is_grundy (code moves) (grundy (code moves)).
Proof. intro H. now apply grundy_exists, code_wf. Qed.
