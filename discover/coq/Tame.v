(** Sums that are played as Nim in misère play: types fickle and firm, all subtraction sets
    (discover/misere/patterns/types.py, Theorem 6; discover/misere/theorems/ferguson.py, 7 and 8). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Xor TakeAndBreak Misere.
Import ListNotations.
Local Open Scope N_scope.

(** Types: [f 0], [f 1] (fickle), and [F 0], [F 1], [F 2], ... (firm). *)
Definition type := (bool * N)%type.
Definition f (a : N) : type := (false, a).
Definition F (k : N) : type := (true, k).
Definition times (a b : type) : type := (fst a || fst b, N.lxor (snd a) (snd b)).
Definition value (t : type) : N := snd t.
Definition misere_value (t : type) : N := if fst t then snd t else N.lxor (snd t) 1.
Definition type_of_sum (t : N -> type) (sum : list N) : type := fold_right times (f 0) (map t sum).

(** Lost are f1 and F0. *)
Definition is_lost (t : type) : bool := misere_value t =? 0.

(** * Theorem 6 *)

Section Types.
  Variable options : rule.
  Variable t : N -> type.

  (** (2): the type of a heap, from those of its options. *)
  Definition tame (n : N) : Prop :=
    (options n = [] -> t n = f 0) /\
    (options n <> [] ->
     is_mex (fun v => exists o, In o (options n) /\ v = value (type_of_sum t o)) (value (t n)) /\
     is_mex (fun v => exists o, In o (options n) /\ v = misere_value (type_of_sum t o))
            (misere_value (t n))).

  Definition el (a : type) : Prop := fst a = true \/ snd a < 2.

  Definition answer (q c : type) : Prop :=
    match q, c with
    | (false, a), (false, b) => a = b
    | (false, a), (true, k) => a = 1 /\ k = 0
    | (true, j), (_, k) => k < j
    end.

  Lemma below_two a : a < 2 -> a = 0 \/ a = 1.
  Proof. lia. Qed.

  Lemma el_times a b : el a -> el b -> el (times a b).
  Proof.
    destruct a as [[] j], b as [[] k]; unfold el; cbn; auto.
    intros [A | A] [B | B]; try discriminate. right.
    destruct (below_two j A) as [-> | ->], (below_two k B) as [-> | ->]; cbn; lia.
  Qed.

  Lemma times_comm a b : times a b = times b a.
  Proof. unfold times. now rewrite orb_comm, N.lxor_comm. Qed.

  Lemma times_one a : times (f 0) a = a.
  Proof. unfold times. cbn. now destruct a. Qed.

  Lemma times_assoc a b c : times (times a b) c = times a (times b c).
  Proof. unfold times. cbn. now rewrite orb_assoc, N.lxor_assoc. Qed.

  (** The misère value of a product. *)
  Lemma misere_times_fickle a b :
    fst b = false -> misere_value (times a b) = N.lxor (misere_value a) (snd b).
  Proof.
    destruct a as [[] j], b as [[] k]; try discriminate; intros _; cbn; auto.
    rewrite !N.lxor_assoc. f_equal. apply N.lxor_comm.
  Qed.

  Lemma misere_times_firm a b :
    fst b = true -> misere_value (times a b) = N.lxor (value a) (snd b).
  Proof. destruct a as [[] j], b as [[] k]; try discriminate; auto. Qed.

  Lemma lost_iff a b : is_lost (times a b) = true <->
    (if fst b then value a else misere_value a) = snd b.
  Proof.
    unfold is_lost. rewrite N.eqb_eq. destruct (fst b) eqn:E.
    - rewrite misere_times_firm by auto. split; [apply N.lxor_eq | intros ->; apply N.lxor_nilpotent].
    - rewrite misere_times_fickle by auto.
      split; [apply N.lxor_eq | intros ->; apply N.lxor_nilpotent].
  Qed.

  Variable lost : list N -> bool.
  Variable good : N -> Prop.
  Hypothesis wf : well_founded options.
  Hypothesis H : is_misere options lost.
  Hypothesis good_options : forall h o, good h -> In o (options h) -> Forall good o.
  Hypothesis el_t : forall h, good h -> el (t h).
  Hypothesis all_tame : forall h, good h -> tame h.

  Lemma beside_type x c : beside type times t x c = times (type_of_sum t x) c.
  Proof.
    unfold type_of_sum. induction x as [| h x IH]; cbn [beside map fold_right].
    - now rewrite times_one.
    - now rewrite IH, times_assoc.
  Qed.

  Lemma answer_in_a_part a b c : el a -> el b -> el c ->
    answer (times b a) c -> answer a (times b c) \/ answer b (times a c).
  Proof.
    assert (One : forall u v, N.lxor u v < 1 -> N.lxor v u = 0).
    { intros u v L. rewrite N.lxor_comm. lia. }
    destruct a as [[] j], b as [[] k], c as [cf x]; unfold el, answer, times; cbn [fst snd orb];
      intros A B C X.
    - destruct (xor_below x k j X); [right | left]; now rewrite N.lxor_comm.
    - destruct B as [B | B]; [discriminate |].
      destruct (xor_below x k j X) as [L | L]; [right | left; now rewrite N.lxor_comm].
      destruct (below_two k B) as [-> | ->]; [lia | auto].
    - destruct A as [A | A]; [discriminate |].
      destruct (xor_below x k j X) as [L | L]; [right; now rewrite N.lxor_comm | left].
      destruct (below_two j A) as [-> | ->]; [lia | auto].
    - destruct A as [A | A]; [discriminate |]. destruct B as [B | B]; [discriminate |].
      destruct cf; cbn [orb].
      + destruct X as [X ->].
        destruct (below_two j A) as [-> | ->], (below_two k B) as [-> | ->]; auto; discriminate.
      + left. rewrite <- X, <- N.lxor_assoc, N.lxor_nilpotent. now rewrite N.lxor_0_l.
  Qed.

  (** The class of a sum of tame heaps tells who loses it. *)
  Theorem tame_decided x : Forall good x -> lost x = is_lost (type_of_sum t x).
  Proof.
    assert (Nonterminal : forall h o, In o (options h) -> options h <> []).
    { intros h o I E. now rewrite E in I. }
    assert (Wins : forall h c, wins options type times is_lost t h c <->
              exists o, In o (options h) /\
                (if fst c then value (type_of_sum t o) else misere_value (type_of_sum t o)) = snd c).
    { intros h c. unfold wins. split; intros (o & I & B); exists o; split; auto.
      - rewrite beside_type in B. now apply lost_iff.
      - rewrite beside_type. now apply lost_iff. }
    intro G.
    rewrite (classes_decide options lost H wf type el times (f 0) is_lost t answer good);
      auto using el_times, times_comm, times_one, times_assoc, answer_in_a_part.
    - unfold class_of_sum. rewrite beside_type. now rewrite times_comm, times_one.
    - right. cbn. lia.
    - intros h Gh. now apply all_tame.
    - intros h c Gh Lc W. apply Wins in W as (o & I & E).
      destruct (all_tame h Gh) as [_ T]. destruct (T (Nonterminal h o I)) as [[V _] [U _]].
      destruct (is_lost (times (t h) c)) eqn:B; auto. exfalso. apply lost_iff in B.
      destruct (fst c); [apply V | apply U]; exists o; split; auto; congruence.
    - intros h c Gh D Lc A. apply Wins.
      destruct (all_tame h Gh) as [_ T]. destruct (T D) as [[V V'] [U U']].
      assert (Lh := el_t h Gh).
      destruct (t h) as [[] k], c as [cf y]; cbn in *.
      + destruct cf; [destruct (V' y A) as (o & I & E) | destruct (U' y A) as (o & I & E)];
          exists o; auto.
      + destruct Lh as [Lh | Lh]; [discriminate |]. destruct cf.
        * destruct A as [-> ->]. destruct (V' 0) as (o & I & E); [lia |]. now exists o.
        * subst y. destruct (below_two k Lh) as [-> | ->]; cbn in *.
          -- destruct (U' 0) as (o & I & E); [lia |]. now exists o.
          -- destruct (V' 0) as (o & I & E); [lia |]. exists o. split; auto.
             unfold value in E. destruct (type_of_sum t o) as [[] v] eqn:To; cbn in E; subst v; auto.
             exfalso. apply U. exists o. split; auto. now rewrite To.
    - intros q Lq B. unfold is_lost in B. apply N.eqb_neq in B.
      destruct q as [[] k]; cbn in *; [lia |].
      destruct Lq as [Lq | Lq]; [discriminate |].
      destruct (below_two k Lq) as [-> | ->]; [reflexivity | now elim B].
  Qed.

  (** Whoever has the same type, and options of the same types. *)
  Lemma tame_same n m : t n = t m -> same_options options t n m -> tame m -> tame n.
  Proof.
    intros E [A B] [T0 T1].
    assert (Sum : forall o o', map t o' = map t o -> type_of_sum t o' = type_of_sum t o).
    { intros o o' M. unfold type_of_sum. now rewrite M. }
    assert (Stuck : forall n m, (forall o, In o (options n) ->
              exists o', In o' (options m) /\ map t o' = map t o) -> options m = [] -> options n = []).
    { intros x y X Z. destruct (options x) as [| o os]; auto.
      destruct (X o) as (o' & I & _); [now left |]. now rewrite Z in I. }
    assert (Values : forall (g : type -> N) v,
      (exists o, In o (options n) /\ v = g (type_of_sum t o)) <->
      (exists o, In o (options m) /\ v = g (type_of_sum t o))).
    { intros g v. split; intros (o & I & ->).
      - destruct (A o I) as (o' & J & M). exists o'. split; auto. f_equal. symmetry. now apply Sum.
      - destruct (B o I) as (o' & J & M). exists o'. split; auto. f_equal. symmetry. now apply Sum. }
    split.
    - intro Z. rewrite E. apply T0. now apply (Stuck m n).
    - intro D. rewrite E. destruct T1 as [[V V'] [U U']].
      { intro Z. apply D. now apply (Stuck n m). }
      split; split.
      + intro X. apply V. now apply (Values value).
      + intros u L. apply (Values value). auto.
      + intro X. apply U. now apply (Values misere_value).
      + intros u L. apply (Values misere_value). auto.
  Qed.
End Types.

(** * Types as data *)

Definition type_of (types : list type) (p n : N) : type := repeated (f 0) types p n.

Definition coded (t : type) : N := 2 * snd t + (if fst t then 1 else 0).
Definition decoded (c : N) : type := (N.odd c, N.div2 c).

Definition tame_heap (options : rule) (t : N -> type) (n : N) : bool :=
  match options n with
  | [] => negb (fst (t n)) && (snd (t n) =? 0)
  | os =>
      let seen := map (type_of_sum t) os in
      (mex (map value seen) =? value (t n)) && (mex (map misere_value seen) =? misere_value (t n))
  end.

Definition proper (t : type) : bool := fst t || (snd t <? 2).

Definition check_types (options : rule) (types : list type) (p stop : N) : bool :=
  let T := table_of (map coded types) in
  let last := N.of_nat (length types) in
  let t := fun n => decoded (look T (place last p n)) in
  forallb proper types && all_from 0 stop (tame_heap options t).

Lemma decoded_coded t : decoded (coded t) = t.
Proof. now destruct t as [[] [| k]]. Qed.

Lemma check_types_spec options types p stop :
  check_types options types p stop = true ->
  (forall n, el (type_of types p n)) /\
  (forall n, n < stop -> tame options (type_of types p) n).
Proof.
  unfold check_types. rewrite andb_true_iff, forallb_forall. intros [P A].
  assert (Look : forall n, decoded (look (table_of (map coded types))
                             (place (N.of_nat (length types)) p n)) = type_of types p n).
  { intro n. rewrite look_table_of. change 0 with (coded (f 0)). rewrite map_nth.
    apply decoded_coded. }
  split.
  - intro n. unfold el. unfold type_of, repeated.
    destruct (nth_in_or_default (N.to_nat (place (N.of_nat (length types)) p n)) types (f 0))
      as [I | ->]; [| right; cbn; lia].
    apply P in I. unfold proper in I. apply orb_prop in I as [I | I]; auto.
    right. now apply N.ltb_lt.
  - intros n B. apply (all_from_spec 0 stop) with (m := n) in A; [| lia | lia].
    unfold tame_heap in A. rewrite Look in A. unfold tame.
    assert (Sums : forall o, type_of_sum (fun n => decoded (look (table_of (map coded types))
                      (place (N.of_nat (length types)) p n))) o = type_of_sum (type_of types p) o).
    { intro o. unfold type_of_sum. f_equal. apply map_ext. exact Look. }
    destruct (options n) as [| o0 os] eqn:O.
    + split; [intros _ | easy]. apply andb_prop in A as [X Y].
      apply negb_true_iff in X. apply N.eqb_eq in Y. destruct (type_of types p n); cbn in *.
      now subst.
    + split; [easy | intros _]. rewrite <- O in *. apply andb_prop in A as [X Y].
      apply N.eqb_eq in X, Y. rewrite <- X, <- Y. rewrite !map_map.
      split; (eapply is_mex_same; [| apply mex_spec]); intro v; rewrite in_map_iff;
        split; intros (o & E & I); exists o; rewrite ?Sums in *; auto.
Qed.

(** Theorem 4, for types. *)
Definition check_type_windows (moves : list (N * nat)) (t K : N) (types : list type) (p : N) : bool :=
  let last := N.of_nat (length types) in
  forallb sound_move moves && bounded_moves moves t K && (1 <=? t) && (1 <=? p) && (p <? last) &&
  check_types (code moves) types p (t * (last - 1) + K + 1).

Theorem types_law moves t K types p :
  check_type_windows moves t K types p = true ->
  forall lost, is_misere (code moves) lost ->
  forall sum, lost sum = is_lost (type_of_sum (type_of types p) sum).
Proof.
  unfold check_type_windows. rewrite !andb_true_iff. intros [[[[[S M] Ht] Hp] Hl] C] lost H x.
  apply N.leb_le in Ht, Hp. apply N.ltb_lt in Hl. apply check_types_spec in C as [El A].
  set (last := N.of_nat (length types)) in *.
  assert (All : forall n, tame (code moves) (type_of types p) n).
  { apply (for_all_heaps moves t K p (last - p) (bounded_moves_spec _ _ _ M) S) with
      (f := type_of types p); auto; try lia.
    - intros h L. apply repeated_period; auto; fold last; lia.
    - intros n m. apply tame_same.
    - intros n B. apply A. replace (last - p + p - 1) with (last - 1) in B by lia. lia. }
  apply (tame_decided (code moves) _ lost (fun _ => True)); auto using code_wf;
    intros; apply Forall_forall; auto.
Qed.

Theorem types_of_few options top types :
  well_founded options ->
  check_types options types 0 (top + 1) = true ->
  forall lost, is_misere options lost ->
  forall sum, Forall (fun h => h <= top) sum -> lost sum = is_lost (type_of_sum (type_of types 0) sum).
Proof.
  intros wf C lost H. apply check_types_spec in C as [El A].
  intros x. apply (tame_decided options _ lost (fun h => h <= top)); auto.
  - intros h o Gh I. apply Forall_forall. intros g J. specialize (wf h o g I J). lia.
  - intros h Gh. apply A. lia.
Qed.
