(** Subtraction sets that hold a residue class from some number on: a window decides an arithmetic
    period (discover/heaps/theorems/multiples.py, collapse.py), and two common periods decide a period
    (discover/heaps/theorems/classes_and_few.py). *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate TakeAndBreak TwoHeaps Sets.
Import ListNotations.
Local Open Scope N_scope.

Section Law.
  Variables (sets : list set) (G : N -> N) (p s n0 N0 hi k r start : N).
  Hypothesis HG : is_grundy (subtract_from sets) G.
  Hypothesis Hp : 1 <= p.
  Hypothesis Hs : 1 <= s.
  Hypothesis Hn0 : n0 <= N0.
  (** All numbers from [start] on that are r modulo k belong to the set. *)
  Hypothesis Hclass : forall x, 1 <= x -> start <= x -> x mod k = r mod k -> mem sets x = true.
  Hypothesis Hk : 1 <= k.
  (** The values below n0 + p are at most hi, and those from N0 on are larger. *)
  Hypothesis low : forall m, m < n0 + p -> G m <= hi.
  Hypothesis high : forall n, N0 <= n -> n < N0 + p -> hi < G n.
  (** From n >= N0 every value up to hi + s can be had by removing a number of the class. *)
  Hypothesis small : forall c v, c < k -> v <= hi + s ->
    exists m, m + start <= N0 /\ m < N0 /\ (m + r) mod k = c /\ G m = v.

(** Let the set hold all numbers from some number on that are r modulo k.  Let s >= 1, let the
    values below n0 + p be at most hi, and those of n >= N0 larger, and let every value up to
    hi + s be that of an option, by a number of this class, of every n >= N0.  If G(n + p) = G(n) + s
    for n0 <= n < N0 + p, then for all n >= n0.  Proof: an option n + p - x of n + p that is at
    least n0 + p has the value of the option n - x of n, and s more; the other values are small. *)
  Theorem progression :
    (forall n, n0 <= n -> n < N0 + p -> G (n + p) = G n + s) ->
    forall n, n0 <= n -> G (n + p) = G n + s.
  Proof.
    intros W n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
    destruct (N.lt_ge_cases n (N0 + p)) as [A | A]; [auto |].
    assert (Large : forall m, N0 <= m -> m <= n -> hi < G m).
    { intros m. induction m as [m IHm] using (well_founded_induction N.lt_wf_0). intros B C.
      destruct (N.lt_ge_cases m (N0 + p)) as [D | D]; [auto |].
      specialize (IHm (m - p) ltac:(lia) ltac:(lia) ltac:(lia)).
      replace m with (m - p + p) by lia. rewrite IH by lia. lia. }
    set (V := value_of (subtract_from sets) G (n + p)).
    refine (is_mex_unique V V _ _ (grundy_is_mex _ _ HG (n + p)) _ (fun _ => iff_refl _)).
    unfold V. destruct (grundy_is_mex _ _ HG n) as [X Y]. split.
    - intro H. apply value_subtract_from in H as (x & B & M & E).
      destruct (N.lt_ge_cases (n + p - x) (n0 + p)) as [C | C].
      + specialize (low _ C). specialize (Large n ltac:(lia) ltac:(lia)). lia.
      + apply X. apply value_subtract_from. exists x. repeat split; auto; [lia | lia |].
        assert (G (n - x + p) = G (n - x) + s) by (apply IH; lia).
        replace (n - x + p) with (n + p - x) in H by lia. lia.
    - intros v Hv. apply value_subtract_from.
      destruct (N.le_gt_cases v (hi + s)) as [C | C].
      + destruct (small ((n + p) mod k) v) as (m & Ms & Mn & Mk & Mv);
          [apply N.mod_lt; lia | auto |].
        exists (n + p - m). replace (n + p - (n + p - m)) with m by lia.
        repeat split; auto; [lia | lia |]. apply Hclass; [lia | lia |].
        assert (Q1 := N.div_mod (n + p) k ltac:(lia)). assert (Q2 := N.div_mod (m + r) k ltac:(lia)).
        rewrite <- Mk in Q1.
        set (i := (n + p) / k) in *. set (j := (m + r) / k) in *. set (c := (m + r) mod k) in *.
        assert (Ec : n + p - m + k * j = r + k * i) by lia.
        transitivity ((n + p - m + j * k) mod k); [symmetry; apply N.mod_add; lia |].
        replace (n + p - m + j * k) with (r + i * k) by lia. apply N.mod_add. lia.
      + assert (U : v - s < G n) by lia. apply Y, value_subtract_from in U as (x & B & M & E).
        assert (F : n0 + p <= n - x).
        { destruct (N.lt_ge_cases (n - x) (n0 + p)) as [D | D]; auto. specialize (low _ D). lia. }
        exists x. repeat split; auto; [lia | lia |].
        replace (n + p - x) with (n - x + p) by lia. rewrite IH by lia. lia.
  Qed.
End Law.

(** * The check *)

(** Visit the values in [R] at whose place [M] has true. *)
Fixpoint visit_where (M : list bool) (R : list N) (s : nset) : nset :=
  match M, R with
  | b :: M, v :: R => visit_where M R (if b then visit v s else s)
  | _, _ => s
  end.

Lemma visit_where_spec M R s u :
  nmem u (visit_where M R s) = true <->
  nmem u s = true \/
  exists i, (i < length M /\ i < length R)%nat /\ nth i M false = true /\ u = nth i R 0.
Proof.
  revert R s. induction M as [| b M IH]; intros R s; cbn [visit_where].
  - split; auto. intros [H | (i & L & _)]; auto. cbn in L. lia.
  - destruct R as [| v R]; [split; auto; intros [H | (i & L & _)]; auto; cbn in L; lia |].
    rewrite IH. cbn [length]. split.
    + intros [H | (i & L & B & E)].
      * destruct b; [apply visit_spec in H as [-> | H] |]; auto. right. exists O. cbn.
        repeat split; auto; lia.
      * right. exists (S i). cbn [nth]. repeat split; auto; lia.
    + intros [H | (i & L & B & E)].
      * left. destruct b; auto. apply visit_spec. auto.
      * destruct i as [| i]; cbn [nth] in B, E.
        -- subst b u. left. apply visit_spec. auto.
        -- right. exists i. repeat split; auto; lia.
Qed.

Definition step_from (M : list bool) (n : nat) (_ R : list N) : option N :=
  if (n <=? length M)%nat then smex (S n) (visit_where M R nempty) else None.

Lemma step_from_correct sets G B :
  is_grundy (subtract_from sets) G ->
  forall n v, step_from (map (mem sets) (upto B 1)) n (first G n) (rev (first G n)) = Some v ->
              v = G (N.of_nat n).
Proof.
  intros HG n v. unfold step_from. rewrite map_length, length_upto.
  destruct (Nat.leb_spec n B) as [L | L]; [| discriminate]. intro H. apply smex_spec in H.
  apply (is_mex_unique _ _ _ _ H (grundy_is_mex _ _ HG (N.of_nat n))). intro u.
  rewrite visit_where_spec, nmem_empty, value_subtract_from, map_length, length_upto, rev_length,
    length_first.
  assert (Nm : forall i, (i < B)%nat -> nth i (map (mem sets) (upto B 1)) false = mem sets (1 + N.of_nat i)).
  { clear. generalize 1 as a. induction B as [| B IH]; intros a i L; [lia |].
    destruct i as [| i]; cbn [upto map nth]; [now rewrite N.add_0_r |].
    rewrite IH by lia. f_equal. lia. }
  split.
  - intros [? | (i & B' & E & ->)]; [discriminate |]. rewrite Nm in E by lia.
    exists (1 + N.of_nat i). repeat split; auto; [lia | lia |].
    rewrite nth_rev_first by lia. f_equal. lia.
  - intros (x & Hx & E & ->). right. exists (N.to_nat x - 1)%nat.
    repeat split; [lia | lia | |].
    + rewrite Nm by lia. now replace (1 + N.of_nat (N.to_nat x - 1)) with x by lia.
    + rewrite nth_rev_first by lia. f_equal. lia.
Qed.

(** The class is the first of the residues in [Classes k rs start], one of the sets. *)
Definition class_among (sets : list set) (k r start : N) : bool :=
  existsb (fun x => match x with
                    | Classes m rs from => (m =? k) && (from <=? start) && among (r mod k) rs
                    | _ => false
                    end) sets.

Lemma class_among_spec sets k r start x :
  class_among sets k r start = true -> start <= x -> x mod k = r mod k -> mem sets x = true.
Proof.
  intros H L E. apply existsb_exists in H as (y & I & H). apply existsb_exists. exists y.
  split; auto. destruct y; try discriminate. cbn [mem_of].
  apply andb_prop in H as [H C]. apply andb_prop in H as [A B]. apply N.eqb_eq in A. subst m.
  apply N.leb_le in B. apply andb_true_intro. split; [apply N.leb_le; lia | now rewrite E].
Qed.

(** The values of the m < N0 that a number of the class takes to from heaps that are c modulo k. *)
Definition reached (T : tmap) (N0 k r start c : N) : nset :=
  fold_left (fun f m => if (m + start <=? N0) && ((m + r) mod k =? c) then visit (look T m) f else f)
            (upto (N.to_nat N0) 0) nempty.

Lemma reached_spec T N0 k r start c v :
  nmem v (reached T N0 k r start c) = true ->
  exists m, m + start <= N0 /\ m < N0 /\ (m + r) mod k = c /\ look T m = v.
Proof.
  unfold reached.
  assert (X : forall l f, nmem v (fold_left (fun f m => if (m + start <=? N0) && ((m + r) mod k =? c)
                                        then visit (look T m) f else f) l f) = true ->
            nmem v f = true \/ exists m, In m l /\ m + start <= N0 /\ (m + r) mod k = c /\ look T m = v).
  { induction l as [| m l IH]; intros f H; cbn [fold_left] in H; auto.
    apply IH in H as [H | (x & I & H)]; [| right; exists x; split; auto; now right].
    destruct (N.leb_spec (m + start) N0), (N.eqb_spec ((m + r) mod k) c); cbn [andb] in H; auto.
    apply visit_spec in H as [-> | H]; auto. right. exists m. split; [now left | auto]. }
  intro H. apply X in H as [H | (m & I & A & B & C)]; [rewrite nmem_empty in H; discriminate |].
  apply In_upto in I. exists m. repeat split; auto. lia.
Qed.

Definition check_progression (sets : list set) (p s n0 N0 hi k r start : N) : bool :=
  let B := N0 + 2 * p in
  (1 <=? p) && (1 <=? s) && (n0 <=? N0) && (1 <=? k) && class_among sets k r start &&
  match reversed (step_from (map (mem sets) (upto (N.to_nat B) 1))) (N.to_nat B) with
  | Some (_, R) =>
      let T := table_of (rev' R) in
      all_from 0 (n0 + p) (fun m => look T m <=? hi) &&
      all_from N0 p (fun n => hi <? look T n) &&
      all_from n0 (N0 + p - n0) (fun n => look T (n + p) =? look T n + s) &&
      all_from 0 k (fun c => let found := reached T N0 k r start c in
                             all_from 0 (hi + s + 1) (fun v => nmem v found))
  | None => false
  end.

Theorem progression_law sets p s n0 N0 hi k r start :
  check_progression sets p s n0 N0 hi k r start = true ->
  forall G, is_grundy (subtract_from sets) G -> forall n, n0 <= n -> G (n + p) = G n + s.
Proof.
  unfold check_progression. set (B := N0 + 2 * p). intros C G HG.
  apply andb_prop in C as [C R]. apply andb_prop in C as [C Hc]. apply andb_prop in C as [C Hk].
  apply andb_prop in C as [C Hn]. apply andb_prop in C as [Hp Hs].
  apply N.leb_le in Hp, Hs, Hn, Hk.
  destruct (reversed _ (N.to_nat B)) as [[m l] |] eqn:E; [| discriminate].
  apply reversed_correct with (G := G) in E as [-> ->]; [| now apply step_from_correct].
  set (T := table_of _) in R.
  assert (HT : forall x, x < B -> look T x = G x).
  { intros x Hx. unfold T, rev'. rewrite <- rev_alt, rev_involutive, look_table_of.
    rewrite nth_first by lia. f_equal. lia. }
  apply andb_prop in R as [R R4]. apply andb_prop in R as [R R3]. apply andb_prop in R as [R1 R2].
  apply (progression sets G p s n0 N0 hi k r start); auto.
  - intros x _ L' E. now apply (class_among_spec sets k r start).
  - intros x Hx. apply all_from_spec with (m := x) in R1; [| lia | lia].
    apply N.leb_le in R1. rewrite HT in R1 by (unfold B; lia). exact R1.
  - intros x A A'. apply all_from_spec with (m := x) in R2; [| lia | lia].
    apply N.ltb_lt in R2. rewrite HT in R2 by (unfold B; lia). exact R2.
  - intros c v Hv Hcv. apply all_from_spec with (m := c) in R4; [| lia | lia].
    cbv zeta in R4. apply all_from_spec with (m := v) in R4; [| lia | lia].
    apply reached_spec in R4 as (x & A1 & A2 & A3 & A4). exists x. repeat split; auto.
    rewrite <- A4. symmetry. apply HT. unfold B. lia.
  - intros x A A'. apply all_from_spec with (m := x) in R3; [| lia | lia].
    apply N.eqb_eq in R3. rewrite !HT in R3 by (unfold B; lia). exact R3.
Qed.

(** * Saltus 0 *)

(** Let membership of x >= s0 depend on x modulo q alone.  If G(n + q) = G(n) for
    n0 <= n < n0 + q + s0, then for all n >= n0.  Proof: n + q and n have options of the same
    values: n + q - x has that of n - x, or, if n - x is less than n0, it is the option n - (x - q). *)
Theorem classes_window sets G q s0 n0 :
  1 <= q ->
  (forall x, s0 <= x -> mem sets (x + q) = mem sets x) ->
  is_grundy (subtract_from sets) G ->
  (forall n, n0 <= n -> n < n0 + q + s0 -> G (n + q) = G n) ->
  forall n, n0 <= n -> G (n + q) = G n.
Proof.
  intros Hq HS HG W n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
  destruct (N.lt_ge_cases n (n0 + q + s0)) as [A | A]; [auto |].
  apply (same_values _ _ _ _ HG); intros v H; apply value_subtract_from in H as (x & B & M & ->);
    apply value_subtract_from.
  - destruct (N.lt_ge_cases (n + q - x) (n0 + q)) as [C | C].
    + exists (x - q). replace (n - (x - q)) with (n + q - x) by lia.
      split; [lia |]. split; [| reflexivity]. rewrite <- HS by lia. now replace (x - q + q) with x by lia.
    + exists x. split; [lia |]. split; auto.
      replace (n + q - x) with (n - x + q) by lia. apply IH; lia.
  - destruct (N.lt_ge_cases (n - x) n0) as [C | C].
    + exists (x + q). replace (n + q - (x + q)) with (n - x) by lia.
      split; [lia |]. split; [| reflexivity]. rewrite HS by lia. exact M.
    + exists x. split; [lia |]. split; auto.
      replace (n + q - x) with (n - x + q) by lia. symmetry. apply IH; lia.
Qed.

(** From s0 on such a set is made of residue classes modulo divisors of q. *)
Definition of_classes (q s0 : N) (x : set) : bool :=
  match x with
  | Members l => forallb (fun s => s <? s0) l
  | Classes m _ start => (1 <=? m) && (q mod m =? 0) && (start <=? s0)
  | _ => false
  end.

Lemma of_classes_spec q s0 x y :
  of_classes q s0 x = true -> s0 <= y -> mem_of x (y + q) = mem_of x y.
Proof.
  destruct x as [l | | | | | | | | m rs start]; cbn [of_classes mem_of]; try discriminate; intros H L.
  - rewrite forallb_forall in H.
    assert (X : forall z, s0 <= z -> among z l = false).
    { intros z Hz. destruct (among z l) eqn:E; auto. apply among_In, H, N.ltb_lt in E. lia. }
    now rewrite !X by lia.
  - apply andb_prop in H as [H C]. apply andb_prop in H as [A B]. apply N.leb_le in A, C.
    apply N.eqb_eq, N.mod_divide in B as (i & ->); [| lia].
    rewrite N.mod_add by lia. f_equal.
    destruct (N.leb_spec start (y + i * m)), (N.leb_spec start y); auto; lia.
Qed.

Definition check_classes (sets : list set) (p q s0 n0 : N) : bool :=
  let B := n0 + 2 * q + s0 in
  (1 <=? p) && (p <=? q) && forallb (of_classes q s0) sets &&
  match reversed (step_from (map (mem sets) (upto (N.to_nat B) 1))) (N.to_nat B) with
  | Some (_, R) =>
      agree (N.to_nat (B - p - n0)) R (skipn (N.to_nat p) R) &&
      agree (N.to_nat (B - q - n0)) R (skipn (N.to_nat q) R)
  | None => false
  end.

Theorem classes_law sets p q s0 n0 :
  check_classes sets p q s0 n0 = true ->
  forall G, is_grundy (subtract_from sets) G -> forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold check_classes. set (B := n0 + 2 * q + s0). intros C G HG.
  apply andb_prop in C as [C R]. apply andb_prop in C as [C S]. apply andb_prop in C as [Hp Hq].
  apply N.leb_le in Hp, Hq. rewrite forallb_forall in S.
  destruct (reversed _ (N.to_nat B)) as [[m l] |] eqn:E; [| discriminate].
  apply reversed_correct with (G := G) in E as [-> ->]; [| now apply step_from_correct].
  apply andb_prop in R as [R1 R2].
  assert (W : forall d, d <= q -> agree (N.to_nat (B - d - n0)) (rev (first G (N.to_nat B)))
                            (skipn (N.to_nat d) (rev (first G (N.to_nat B)))) = true ->
              forall n, n0 <= n -> n < B - d -> G (n + d) = G n).
  { intros d Hd R n L U. apply (agree_law G B d n0 R); [exact L | lia]. }
  apply (period_of_multiple G n0 p q); [lia | |].
  - apply (classes_window sets G q s0 n0); auto; [lia | |].
    + intros x Hx. unfold mem.
      assert (X : forall l, (forall y, In y l -> of_classes q s0 y = true) ->
                  existsb (fun y => mem_of y (x + q)) l = existsb (fun y => mem_of y x) l).
      { induction l as [| y l IH]; intro H; auto. cbn [existsb].
        rewrite (of_classes_spec q s0 y x) by (auto; apply H; now left).
        f_equal. apply IH. intros z I. apply H. now right. }
      now apply X.
    + intros n L U. apply (W q); auto; [lia | unfold B; lia].
  - intros n L U. apply (W p); auto. unfold B. lia.
Qed.
