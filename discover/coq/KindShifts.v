(** Laws of kinds that are continued, and what is asked of them
    (discover/systems/theorems/growing.py; without kinds that grow it is Guy and Smith's).

    F continues first values by G_t (n + p) = G_t (n) + s_t.  A heap of m + e p tokens has a large
    part, which may be made smaller by e p; so its options have, by F, the values of those of a heap
    of m tokens, or these raised by e s_t ([KindOptions]).  What has to be seen is that no low value
    depends on a large part that grows.  Values of kinds that do not grow are below 2^q, of which
    all s_t are multiples. *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive.
From Mexplore Require Import Grundy Evaluate Kinds KindValues KindSteps.
Import ListNotations.
Local Open Scope N_scope.

(** What is compared, in numbers.  All of it is a hint: what is asked of it is checked. *)
Record window := Window
  { period : N;       (** p, of all kinds together *)
    times : N;        (** e: options are compared of heaps that are e periods apart *)
    begin : N;        (** n0: from here on the laws continue the values *)
    most_parts : N;   (** heaps of free sizes in an option *)
    most_drop : N;
    far_from : N;     (** from this size on heaps that grow have large values *)
    ready : N;        (** from this size on no table is needed *)
    power : N;        (** q *)
    large_from : N;   (** large values are at least so many times 2^q *)
    rises : list N;   (** s_t, as multiples of 2^q *)
    lawful : list N }. (** the kinds that have laws; those that schemas lead to are among them *)

Section Kinds.
  Variable kinds : list kind.
  Variable maps : list tmap.
  Variable lengths : list N.
  Variable w : window.

  Local Notation p := (period w).
  Local Notation e := (times w).
  Local Notation n0 := (begin w).
  Local Notation parts_most := (most_parts w).
  Local Notation drop_most := (most_drop w).
  Local Notation far := (far_from w).
  Local Notation start := (ready w).
  Local Notation large := (large_from w).
  Local Notation K := (2 ^ power w).
  Local Notation options := (options kinds).

  Definition rise (t : N) : N := nth (N.to_nat t) (rises w) 0.
  Definition grows (t : N) : bool := negb (rise t =? 0).
  Definition is_lawful (t : N) : bool := among t (lawful w).

  Definition by_law (X : heap) : N :=
    let (t, n) := X in
    if n <? n0 + p then entry maps X
    else entry maps (t, n0 + (n - n0) mod p) + (n - n0) / p * (rise t * K).
  Notation F := by_law.

  (** ** What is checked *)

  Definition divides (m : N) : bool := (1 <=? m) && (p mod m =? 0).

  (** The parts that grow: none; one, at the rate of the kind if it grows; or two, without others,
      at one rate, in options of a kind that does not. *)
  Definition rates (s : schema) : list N :=
    map rise (filter grows (map of_kind (parts s))).
  Definition rates_suit (t : N) (s : schema) : bool :=
    match rates s with
    | [] => true
    | [r] => (rise t =? 0) || (r =? rise t)
    | [r; r'] => (rise t =? 0) && (r =? r') && (e =? 2) && (length (parts s) =? 2)%nat
    | _ => false
    end.
  Definition is_known (h : heap) : bool := is_lawful (fst h) || covered (length_of lengths) h.
  Definition suits_schema (t : N) (s : schema) : bool :=
    (N.of_nat (length (parts s)) <=? parts_most) && (drop s <=? Z.of_N drop_most)%Z &&
    divides (of_modulus s) &&
    forallb (fun q => divides (modulus q) && (least q <=? n0) && is_lawful (of_kind q)) (parts s) &&
    forallb (fun h => (F h <? K) && is_known h) (beside s) && rates_suit t s.
  Definition suits_values (t : N) : bool :=
    if grows t then
      ((e * rise t + 1) * K <=? large * K) &&
      all_of (fun n => F (t, n) + e * rise t * K <? large * K) 0 (N.to_nat n0) &&
      all_of (fun n => F (t, n) <? large * K) 0 (N.to_nat (n0 + p)) &&
      all_of (fun n => large * K <=? F (t, n)) far (N.to_nat p)
    else all_of (fun n => F (t, n) <? K) 0 (N.to_nat (n0 + p)).
  Definition suits_kind (t : N) (k : kind) : bool :=
    (negb (is_lawful t) ||
       (N.of_nat (length (listed k)) <=? start) && forallb (suits_schema t) (schemas k) &&
       (start + e * p <=? length_of lengths t)) &&
    suits_values t &&
    all_of (fun n => entry maps (t, n) =? F (t, n)) 0 (N.to_nat (length_of lengths t)).
  Definition suits : bool :=
    (1 <=? parts_most) && (1 <=? p) && (1 <=? e) && (1 <=? large) && (n0 <=? far) &&
    (parts_most * far + drop_most <=? start) &&
    (parts_most * N.max far (n0 + e * p) + drop_most <=? start + e * p) &&
    (length maps <=? length kinds)%nat && (length (rises w) <=? length kinds)%nat &&
    all_of (fun t => match nth_error kinds (N.to_nat t) with
                     | Some k => suits_kind t k
                     | None => true
                     end) 0 (length kinds).

  Hypothesis suited : suits = true.

  Lemma all_of_spec check a k : all_of check a k = true ->
    forall n, a <= n -> n < a + N.of_nat k -> check n = true.
  Proof. unfold all_of. rewrite forallb_forall. intros A n L M. apply A, In_upto. lia. Qed.

  Lemma numbers_suit : 1 <= parts_most /\ 1 <= p /\ 1 <= e /\ 1 <= large /\ n0 <= far /\
    parts_most * far + drop_most <= start /\
    parts_most * N.max far (n0 + e * p) + drop_most <= start + e * p /\
    (length maps <= length kinds)%nat /\ (length (rises w) <= length kinds)%nat.
  Proof.
    unfold suits in suited. rewrite !andb_true_iff, !N.leb_le, !Nat.leb_le in suited. tauto.
  Qed.

  Lemma kind_suits t k : nth_error kinds (N.to_nat t) = Some k -> suits_kind t k = true.
  Proof.
    intro E. unfold suits in suited. rewrite !andb_true_iff in suited. destruct suited as [_ A].
    pose proof (all_of_spec _ _ _ A t) as B. cbn beta in B. rewrite E in B. apply B; [lia |].
    assert (N.to_nat t < length kinds)%nat by (apply nth_error_Some; congruence). lia.
  Qed.

  Lemma lawful_suits t k : nth_error kinds (N.to_nat t) = Some k -> is_lawful t = true ->
    N.of_nat (length (listed k)) <= start /\ forallb (suits_schema t) (schemas k) = true /\
    start + e * p <= length_of lengths t.
  Proof.
    intros E L. apply kind_suits in E. unfold suits_kind in E.
    rewrite L in E. cbn [negb orb] in E. rewrite !andb_true_iff, !N.leb_le in E. tauto.
  Qed.

  (** ** The function F *)

  Lemma law_once t n : n0 <= n -> F (t, n + p) = F (t, n) + rise t * K.
  Proof.
    destruct numbers_suit as (_ & P & _). intro L. unfold by_law.
    replace (n + p <? n0 + p) with false by (symmetry; apply N.ltb_ge; lia).
    replace (n + p - n0) with (n - n0 + 1 * p) by lia. rewrite N.mod_add, N.div_add by lia.
    destruct (N.ltb_spec n (n0 + p)).
    - rewrite N.mod_small, N.div_small by lia. replace (n0 + (n - n0)) with n by lia. lia.
    - lia.
  Qed.

  Lemma law_often t n i : n0 <= n -> F (t, n + i * p) = F (t, n) + i * (rise t * K).
  Proof.
    intro L. induction i as [| i IH] using N.peano_ind; [rewrite !N.mul_0_l, !N.add_0_r; auto |].
    replace (n + N.succ i * p) with (n + i * p + p) by lia.
    rewrite law_once, IH by lia. lia.
  Qed.

  (** Every heap is some periods above one where the laws begin. *)
  Lemma down_to a n : n0 <= a -> a <= n -> exists m i, n = m + i * p /\ a <= m < a + p.
  Proof.
    destruct numbers_suit as (_ & P & _). intros A L.
    assert (exists d, n = a + d) as [d ->] by (exists (n - a); lia).
    exists (a + d mod p), (d / p). pose proof (N.div_mod d p ltac:(lia)) as E.
    pose proof (N.mod_upper_bound d p ltac:(lia)) as U. revert E U.
    generalize (d mod p), (d / p). intros. split; lia.
  Qed.

  Lemma no_kind t n : (length kinds <= N.to_nat t)%nat -> F (t, n) = 0 /\ grows t = false.
  Proof.
    destruct numbers_suit as (_ & _ & _ & _ & _ & _ & _ & M & R). intro L.
    assert (Rt : rise t = 0) by (unfold rise; apply nth_overflow; lia).
    split; [| unfold grows; now rewrite Rt].
    assert (Z : forall n, entry maps (t, n) = 0).
    { intro k. unfold entry. cbn [fst snd]. rewrite nth_overflow by lia. unfold look.
      now rewrite PositiveMap.gempty. }
    unfold by_law. rewrite Rt, !Z. destruct (_ <? _); lia.
  Qed.

  Lemma is_kind t : (length kinds <= N.to_nat t)%nat \/
    exists k, nth_error kinds (N.to_nat t) = Some k.
  Proof.
    destruct (nth_error kinds (N.to_nat t)) eqn:E; [right; eauto | left]. now apply nth_error_None.
  Qed.

  Lemma low_values t n : grows t = false -> F (t, n) < K.
  Proof.
    pose proof (power_pos (power w)). intro D. destruct (is_kind t) as [L | [k E]].
    { destruct (no_kind t n L) as [-> _]. lia. }
    apply kind_suits in E. unfold suits_kind, suits_values in E. rewrite D, !andb_true_iff in E.
    destruct E as [[_ E] _]. pose proof (all_of_spec _ _ _ E) as V. cbn beta in V.
    assert (Rt : rise t = 0) by (unfold grows in D; destruct (N.eqb_spec (rise t) 0); easy).
    destruct (N.lt_ge_cases n n0) as [L | L]; [apply N.ltb_lt, V; lia |].
    destruct (down_to n0 n) as (m & i & -> & M); [lia .. |].
    rewrite law_often, Rt by lia. rewrite N.mul_0_l, N.mul_0_r, N.add_0_r. apply N.ltb_lt, V; lia.
  Qed.

  Lemma growing_suits t : grows t = true ->
    (e * rise t + 1) * K <= large * K /\
    (forall n, n < n0 -> F (t, n) + e * rise t * K < large * K) /\
    (forall n, n < n0 + p -> F (t, n) < large * K) /\
    (forall n, far <= n -> large * K <= F (t, n)).
  Proof.
    intro D. destruct (is_kind t) as [L | [k E]].
    { destruct (no_kind t 0 L) as [_ C]. congruence. }
    apply kind_suits in E. unfold suits_kind, suits_values in E. rewrite D, !andb_true_iff in E.
    destruct E as [[_ [[[E1 E2] E3] E4]] _]. apply N.leb_le in E1.
    repeat split; auto; intros n L.
    - apply N.ltb_lt. apply (all_of_spec _ _ _ E2); lia.
    - apply N.ltb_lt. apply (all_of_spec _ _ _ E3); lia.
    - destruct numbers_suit as (_ & _ & _ & _ & Fa & _).
      destruct (down_to far n) as (m & i & -> & M); [lia .. |]. rewrite law_often by lia.
      assert (V : (large * K <=? F (t, m)) = true) by (apply (all_of_spec _ _ _ E4); lia).
      apply N.leb_le in V. lia.
  Qed.

  (** Below n0 + e p values are below those that are compared. *)
  Lemma before_far t n : grows t = true -> n < n0 + e * p ->
    F (t, n) < (large + e * rise t) * K.
  Proof.
    intros D L. destruct (growing_suits t D) as (_ & _ & A & _).
    destruct numbers_suit as (_ & P & E1 & _).
    destruct (N.lt_ge_cases n n0) as [M | M]; [specialize (A n); nia |].
    destruct (down_to n0 n) as (m & i & -> & M'); [lia .. |]. rewrite law_often by lia.
    specialize (A m). assert (i <= e) by nia. nia.
  Qed.
End Kinds.
