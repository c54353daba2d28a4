(** Laws of rings (rules/words/deriving.py): a ring of many blocks is a heap of a kind that no option
    leads to, since its moves open it. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Kinds KindValues KindLaws WordSystem WordLaws WordRings.
From Mexplore Require Import Words WordCuts WordPieces WordRuns WordRows WordKinds.
Import ListNotations.
Local Open Scope list_scope.

Definition ring_of (block : word) (n : N) : word := times (N.to_nat n) block.

Section Derive.
  Variables (D : word_system) (table : known_table) (nims : nat).
  Let rules := on D.
  Let h := hint D.
  Let block := run D.

  (** Where a ring [x1 x tail] may be opened first, from x on: it becomes the row [x2 tail y1]. *)
  Fixpoint opening (before : letter) (x1 x : word) (after : letter) : option (bool * word * word) :=
    match x with
    | [] => if is_parted h (Some before) after then Some (false, [], x1) else None
    | d :: x =>
        if mem d (idle h) then Some (is_empty d, x, x1)
        else if is_parted h (Some before) d then Some (false, d :: x, x1)
        else opening d (x1 ++ [d]) x after
    end.

  Definition ring_row (taken : nat) (r : nat * nat) (beside : list heap) : schema :=
    row_from (snd r) taken r beside.
  Definition ring_option (m : nat * word) : option (list schema) :=
    match opening (first_of (rev block)) [] (snd m) (first_of block) with
    | Some (e, x2, y1) =>
        match at_front D table e x2 with
        | Some (w, (a, z)) =>
            match row_right D table a z y1 e with
            | Some (r, w') =>
                match fixed D nims (N.lxor w w') with
                | Some bs => Some [ring_row (fst m) r bs]
                | None => None
                end
            | None => None
            end
        | None => None
        end
    | None => None
    end.
  Definition ring_derived : option (list schema) := gather ring_option (inside_moves rules block).

  (** Small rings, by the rules. *)
  Fixpoint opened (u w : word) : option (bool * word) :=
    match w with
    | [] => None
    | c :: w => if mem c (idle h) then Some (is_empty c, w ++ u) else opened (u ++ [c]) w
    end.
  Fixpoint ring_number (fuel : nat) (w : word) : option N :=
    match opened [] w with
    | Some (e, v) => value_in rules h table e v e
    | None =>
        match fuel with
        | O => None
        | S fuel => match all_known (ring_number fuel) (ring_moves rules w) with
                    | Some l => Some (mex l)
                    | None => None
                    end
        end
    end.

  Definition ring_right (k : kind) : bool :=
    plain_word block && blocks_fit D (List.length (listed k)) &&
    forallb (fun n => match ring_number (S (total (weighed D) (ring_of block n))) (ring_of block n),
                            nth_error (listed k) (N.to_nat n) with
                      | Some v, Some l => is_mex_of (number_of_heaps D table nims) l v
                      | _, _ => false
                      end)
      (upto (List.length (listed k)) 0) &&
    match ring_derived with
    | Some l => forallb (among_schemas (schemas k)) l && forallb (among_schemas l) (schemas k)
    | None => false
    end.
End Derive.

(** No option leads to heaps of this kind or of one behind it. *)
Definition heap_below (t : N) (X : heap) : bool := (fst X <? t)%N.
Definition kind_below (t : N) (k : kind) : bool :=
  forallb (forallb (forallb (heap_below t))) (listed k) &&
  forallb (fun s => forallb (fun p => (of_kind p <? t)%N) (parts s) && forallb (heap_below t) (beside s))
    (schemas k).

Lemma below_options t k n : kind_below t k = true -> forall o X,
  In o (match nth_error (listed k) (N.to_nat n) with
        | Some l => l
        | None => flat_map (by_schema n) (schemas k)
        end) -> In X o -> (fst X < t)%N.
Proof.
  unfold kind_below. rewrite andb_true_iff, !forallb_forall. intros [A B] o X I J.
  destruct (nth_error (listed k) (N.to_nat n)) as [l |] eqn:E.
  - apply nth_error_In in E. specialize (A l E). rewrite forallb_forall in A. specialize (A o I).
    rewrite forallb_forall in A. specialize (A X J). now apply N.ltb_lt.
  - apply in_flat_map in I as (s & Is & I). specialize (B s Is).
    rewrite andb_true_iff, !forallb_forall in B. destruct B as [B1 B2].
    apply In_by_schema in I as (_ & [[_ ->] | (l & m & F & -> & _)]).
    + specialize (B2 X J). now apply N.ltb_lt.
    + apply in_app_iff in J as [J | J]; [| specialize (B2 X J); now apply N.ltb_lt].
      destruct X as [u a]. destruct (fits_bound _ _ _ _ _ F J) as (p & Ip & <- & _).
      specialize (B1 p Ip). now apply N.ltb_lt.
Qed.

Lemma all_known_map {A} (f : A -> option N) (g : A -> N) l k :
  (forall x u, f x = Some u -> g x = u) -> all_known f l = Some k -> map g l = k.
Proof.
  intros E K. apply all_known_spec in K. induction K as [| x u l k Ex K IH]; [reflexivity |].
  cbn. now rewrite (E x u Ex), IH.
Qed.

Section OfRing.
  Variables (D : word_system) (V : values) (R : word -> N) (base : list kind) (ring : kind).
  Let nims := nims_of D base.
  Let table := table_of (known D).
  Let block := run D.
  Let F := heap_value D nims V.
  Let t0 := N.of_nat (List.length base).
  Hypothesis HV : is_row_grundy (on D) V.
  Hypothesis HR : is_ring_grundy (on D) R.
  Hypothesis good : rules_right D = true.
  Hypothesis checked : rows_right D table nims 0 (rows D) base = true.
  Hypothesis below : forallb (kind_below t0) (ring :: base) = true.
  Hypothesis right : ring_right D table nims ring = true.

  Definition ring_heap_value (X : heap) : N :=
    if (fst X =? t0)%N then R (ring_of block (snd X)) else F X.

  Lemma parts_of_good :
    rules_fall (weighed D) (on D) = true /\ proper (on D) = true /\
    hints_right (on D) (hint D) = true /\ block <> [].
  Proof. pose proof (good_parts D V HV good) as P. intuition. Qed.

  Lemma opening_value x : forall before x1 after tail e x2 y1,
    opening D before x1 x after = Some (e, x2, y1) ->
    (exists q, (after :: tail) ++ x1 = q ++ [before]) -> forall w,
    rot w (x1 ++ x ++ after :: tail) -> R w = V e (x2 ++ (after :: tail) ++ y1) e.
  Proof.
    destruct parts_of_good as (fall & ok & hr & _).
    destruct (hints_parts _ _ hr) as (Hi & _).
    induction x as [| d x IH]; intros before x1 after tail e x2 y1 E (q & Q) w T; cbn [opening] in E.
    - destruct (is_parted (hint D) (Some before) after) eqn:P; [| easy]. injection E as <- <- <-.
      apply (parted_apart D V HV good) in P. cbn [app] in *.
      apply (ring_between _ _ V R fall HV HR ok before after q (tail ++ x1) w P); auto.
      apply (rot_trans _ (x1 ++ after :: tail)); auto. apply (rot_app x1).
    - destruct (mem d (idle (hint D))) eqn:M.
      + injection E as <- <- <-. apply Hi in M.
        rewrite (app_assoc x). apply (ring_at _ _ V R fall HV HR ok d _ w M).
        apply (rot_trans _ (x1 ++ (d :: x) ++ after :: tail)); auto.
        exists x1, (d :: x ++ after :: tail). auto.
      + destruct (is_parted (hint D) (Some before) d) eqn:P.
        * injection E as <- <- <-. apply (parted_apart D V HV good) in P.
          assert (U : (d :: x) ++ (after :: tail) ++ x1 = ((d :: x) ++ q) ++ [before])
            by now rewrite Q, app_assoc.
          apply (ring_between _ _ V R fall HV HR ok before d ((d :: x) ++ q)
                   (x ++ (after :: tail) ++ x1) w P); [| exact U].
          apply (rot_trans _ (x1 ++ (d :: x) ++ after :: tail)); auto.
          exists x1, ((d :: x) ++ after :: tail). split; auto. now rewrite <- app_assoc.
        * apply (IH d (x1 ++ [d]) after tail e x2 y1 E).
          -- exists ((after :: tail) ++ x1). now rewrite app_assoc.
          -- now rewrite <- app_assoc.
  Qed.

  Lemma opened_value u w e v : opened D u w = Some (e, v) -> R (u ++ w) = V e v e.
  Proof.
    destruct parts_of_good as (fall & ok & hr & _). destruct (hints_parts _ _ hr) as (Hi & _).
    revert u. induction w as [| c w IH]; intros u E; cbn [opened] in E; [easy |].
    destruct (mem c (idle (hint D))) eqn:M.
    - injection E as <- <-. apply (ring_at _ _ V R fall HV HR ok c _ _ (Hi c M)).
      exists u, (c :: w). auto.
    - specialize (IH (u ++ [c]) E). now rewrite <- app_assoc in IH.
  Qed.

  Lemma ring_number_value fuel w v : ring_number D table fuel w = Some v -> R w = v.
  Proof.
    destruct parts_of_good as (fall & ok & hr & _).
    assert (Row : forall w e u x, opened D [] w = Some (e, u) ->
              value_in (on D) (hint D) table e u e = Some x -> R w = x).
    { intros w0 e u x O X. apply opened_value in O. cbn [app] in O. rewrite O.
      apply (value_in_right _ (weighed D) V _ fall HV ok hr table) in X; auto.
      apply (good_parts D V HV good). }
    revert w v. induction fuel as [| fuel IH]; intros w v E; cbn [ring_number] in E;
      destruct (opened D [] w) as [[e u] |] eqn:O; eauto; [easy |].
    destruct (all_known _ _) as [l |] eqn:A; [| easy]. injection E as <-. rewrite (HR w). f_equal.
    exact (all_known_map _ _ _ _ IH A).
  Qed.

  Lemma In_ring_row n taken t more bs o : (taken <= n)%nat ->
    In o (by_schema (N.of_nat n) (ring_row taken (t, more) bs)) <->
    o = (N.of_nat t, N.of_nat (more + (n - taken))) :: bs.
  Proof. intro L. unfold ring_row. cbn [snd]. apply In_row_from; lia. Qed.

  (** A move and the option by its schema have the same value. *)
  Lemma ring_option_value c x l n w' : ring_option D table nims (c, x) = Some l -> (c < n)%nat ->
    rot w' (x ++ times (n - c) block) ->
    exists s o, l = [s] /\ (forall o', In o' (by_schema (N.of_nat n) s) <-> o' = o) /\
      R w' = value_of_heaps F o.
  Proof.
    unfold ring_option. cbn [fst snd]. fold block. intros E L Q.
    destruct (opening D _ [] x _) as [[[e x2] y1] |] eqn:O; [| easy].
    destruct (at_front D table e x2) as [[w [a z]] |] eqn:A; [| easy].
    destruct (row_right D table a z y1 e) as [[[t more] w2] |] eqn:B; [| easy].
    destruct (fixed D nims (N.lxor w w2)) as [bs |] eqn:Fx; [| easy]. injection E as <-.
    do 2 eexists. split; [reflexivity |]. split.
    - intro o'. apply In_ring_row. lia.
    - destruct parts_of_good as (_ & _ & _ & Z).
      destruct (has_first block Z) as [m1 M1], (has_last block Z) as [m2 M2].
      replace (n - c)%nat with (S (n - c - 1)) in * by lia. set (j := (n - c - 1)%nat) in *.
      assert (T : times (S j) block = first_of block :: m1 ++ times j block).
      { cbn [times]. rewrite M1 at 1. reflexivity. }
      assert (Rw : R w' = V e (x2 ++ (first_of block :: m1 ++ times j block) ++ y1) e).
      { apply (opening_value x _ _ _ _ _ _ _ O).
        - exists (times j block ++ m2). rewrite app_nil_r, <- T, times_S_end.
          rewrite M2 at 2. now rewrite app_assoc.
        - cbn [app]. now rewrite <- T. }
      rewrite Rw, <- T, (at_front_value D V HV good _ _ _ _ _ A).
      rewrite (row_right_value D nims V HV good _ _ _ _ _ _ _ B), <- N.lxor_assoc, N.lxor_comm.
      apply (fixed_value D nims V) in Fx. rewrite <- Fx. reflexivity.
  Qed.

  Lemma gather_spec {A} (g : A -> option (list schema)) items l : gather g items = Some l ->
    (forall x, In x items -> exists l', g x = Some l' /\ incl l' l) /\
    (forall s, In s l -> exists x l', In x items /\ g x = Some l' /\ In s l').
  Proof.
    revert l. induction items as [| x items IH]; intros l E; cbn in E.
    - injection E as <-. split; easy.
    - apply joined_spec in E as (l1 & l2 & E1 & E2 & ->). destruct (IH l2 E2) as [P Q]. split.
      + intros y [<- | I].
        * exists l1. split; auto. apply incl_appl, incl_refl.
        * destruct (P y I) as (l' & G & J). exists l'. split; auto. now apply incl_appr.
      + intros s I. apply in_app_iff in I as [I | I].
        * exists x, l1. split; [now left | auto].
        * destruct (Q s I) as (y & l' & J & G & K). exists y, l'. split; [now right | auto].
  Qed.

  Lemma value_below o : (forall X, In X o -> (fst X < t0)%N) ->
    value_of_heaps ring_heap_value o = value_of_heaps F o.
  Proof.
    intro B. unfold value_of_heaps. f_equal. apply map_ext_in. intros X I. unfold ring_heap_value.
    destruct (N.eqb_spec (fst X) t0) as [E | _]; auto. specialize (B X I). lia.
  Qed.

  Lemma values_below k n l : kind_below t0 k = true ->
    l = (match nth_error (listed k) (N.to_nat n) with
         | Some l => l
         | None => flat_map (by_schema n) (schemas k)
         end) ->
    map (value_of_heaps ring_heap_value) l = map (value_of_heaps F) l.
  Proof.
    intros B ->. apply map_ext_in. intros o I. apply value_below. intros X J.
    exact (below_options t0 k n B o X I J).
  Qed.

  Theorem system_of_ring : is_system_grundy (of_kinds (base ++ [ring])) ring_heap_value.
  Proof.
    pose proof (system_of_game D V base HV good checked) as HF. fold nims F in HF.
    cbn [forallb] in below. apply andb_prop in below as [Br Bb]. rewrite forallb_forall in Bb.
    intros [t n]. unfold of_kinds. cbn [fst snd].
    destruct (N.lt_trichotomy t t0) as [L | [-> | L]].
    - rewrite nth_error_app1 by lia. unfold ring_heap_value at 1. cbn [fst snd].
      destruct (N.eqb_spec t t0) as [E | _]; [lia |].
      rewrite (HF (t, n)). unfold of_kinds. cbn [fst snd].
      destruct (nth_error base (N.to_nat t)) as [k |] eqn:E; [| reflexivity].
      f_equal. symmetry. apply (values_below k n); auto. apply Bb. eapply nth_error_In; eauto.
    - unfold t0. rewrite Nat2N.id, nth_error_app2, Nat.sub_diag by lia. cbn [nth_error].
      rewrite (values_below ring n _ Br eq_refl).
      unfold ring_heap_value. cbn [fst snd]. fold t0. rewrite N.eqb_refl.
      unfold ring_right in right. rewrite !andb_true_iff in right. destruct right as [[[P B] Li] S].
      destruct (nth_error (listed ring) (N.to_nat n)) as [l |] eqn:E.
      + rewrite forallb_forall in Li. assert (I : In n (upto (List.length (listed ring)) 0)).
        { apply In_upto. assert (N.to_nat n < List.length (listed ring))%nat by (apply nth_error_Some; congruence).
          lia. }
        specialize (Li n I). rewrite E in Li. destruct (ring_number _ _ _ _) as [v |] eqn:Q; [| easy].
        apply ring_number_value in Q. fold block in Q. rewrite Q. symmetry.
        refine (is_mex_of_spec _ _ _ _ _ Li). intros o u _. apply (numbers_value D nims V HV good).
      + apply nth_error_None in E. destruct parts_of_good as (_ & ok & _ & Z).
        destruct (ring_derived D table nims) as [l |] eqn:G; [| easy].
        apply andb_prop in S as [S1 S2]. rewrite forallb_forall in S1, S2.
        destruct (gather_spec _ _ _ G) as [G1 G2].
        unfold blocks_fit in B. rewrite andb_true_iff, forallb_forall in B. destruct B as [B1 B2].
        apply Nat.ltb_lt in B1.
        assert (short : forall r, In r (on D) ->
                  (List.length (lhs r) <= (N.to_nat n - 1) * List.length block)%nat).
        { intros r I. pose proof (good_parts D V HV good) as Q.
          destruct Q as (_ & _ & _ & _ & _ & _ & Q). pose proof (short_lhs _ _ _ Q r I).
          fold block in H. nia. }
        symmetry. apply mex_of_is_mex.
        apply (is_mex_same (of_option (ring_moves (on D)) R (ring_of block n)));
          [| apply (value_is_mex _ R), HR].
        intro x. rewrite in_map_iff. split.
        * intros (w & I & ->). apply (ring_run_moves _ _ _ ok P short Z) in I; [| lia].
          destruct I as (c & y & I & Lc & Q). pose proof (B2 _ I) as Lt. apply Nat.ltb_lt in Lt.
          destruct (G1 _ I) as (l' & O & J).
          destruct (ring_option_value c y l' (N.to_nat n) w O ltac:(cbn in Lt; lia) Q)
            as (s & o & -> & Ho & Ro).
          exists o. split; auto. apply in_flat_map. rewrite N2Nat.id in Ho.
          assert (Is : In s l) by (apply J; now left).
          apply S1, existsb_exists in Is as (s' & Is & T). apply same_schema_spec in T. subst s'.
          exists s. split; auto. now apply Ho.
        * intros (o & <- & I). apply in_flat_map in I as (s & Is & Io).
          apply S2, existsb_exists in Is as (s' & Is & T). apply same_schema_spec in T. subst s'.
          destruct (G2 s Is) as ([c y] & l' & J & O & K). pose proof (B2 _ J) as Lt. apply Nat.ltb_lt in Lt.
          cbn in Lt.
          destruct (ring_run_back (on D) block (N.to_nat n) ok c y ltac:(lia) J) as (w & I & Q).
          destruct (ring_option_value c y l' (N.to_nat n) w O ltac:(lia) Q) as (s' & o' & -> & Ho & Ro).
          destruct K as [-> | []]. rewrite N2Nat.id in Ho. apply Ho in Io. subst o'.
          exists w. split; auto.
    - replace (nth_error (base ++ [ring]) (N.to_nat t)) with (@None kind).
      + unfold ring_heap_value. cbn [fst]. destruct (N.eqb_spec t t0) as [E | _]; [lia |].
        rewrite (HF (t, n)). unfold of_kinds. cbn [fst].
        replace (nth_error base (N.to_nat t)) with (@None kind); [reflexivity |].
        symmetry. apply nth_error_None. lia.
      + symmetry. apply nth_error_None. rewrite app_length. cbn. lia.
  Qed.
End OfRing.

Definition check_ring (D : word_system) (base : list kind) (ring : kind) (laws : list law_of_kind)
    (m0 q s : N) : bool :=
  let table := table_of (known D) in
  check_words D base && forallb (kind_below (N.of_nat (List.length base))) (ring :: base) &&
  ring_right D table (nims_of D base) ring &&
  existsb (fun l : law_of_kind => let '(t, m, q', s') := l in
             (t =? N.of_nat (List.length base))%N && (m <=? m0)%N && (q' =? q)%N &&
             (s' =? s)%N) laws.

Theorem rings_law D base ring scale shift weights tables shown laws m0 q s :
  check_ring D base ring laws m0 q s &&
  check_kinds (base ++ [ring]) scale shift weights tables shown laws = true ->
  forall R, is_ring_grundy (on D) R ->
  (exists F, is_system_grundy (of_kinds (base ++ [ring])) F /\
     (forall n, R (ring_of (run D) n) = F (N.of_nat (List.length base), n)) /\
     (forall l, In l laws -> holds F l)) /\
  forall n, (m0 <= n)%N -> R (ring_of (run D) (n + q)) = raised s (R (ring_of (run D) n)).
Proof.
  unfold check_ring, check_words. rewrite !andb_true_iff.
  intros [[[[[good checked] below] right] C5] C2] R HR.
  assert (fall : rules_fall (weighed D) (on D) = true).
  { unfold rules_right in good. now rewrite !andb_true_iff in good. }
  assert (H : exists V, is_row_grundy (on D) V).
  { exists (fun a w b => within (fun w => moves (on D) a w b) (S (total (weighed D) w)) w).
    intros a b. apply (value_exists _ _ (moves_fall _ _ a b fall)). }
  destruct H as [V HV].
  pose proof (system_of_ring D V R base ring HV HR good checked below right) as HF.
  set (F := ring_heap_value D V R base) in *.
  pose proof (kinds_law _ _ _ _ _ _ _ C2 F HF) as laws_hold.
  assert (Q : forall n, R (ring_of (run D) n) = F (N.of_nat (List.length base), n)).
  { intro n. unfold F, ring_heap_value. cbn [fst snd]. now rewrite N.eqb_refl. }
  split; [now exists F |]. intros n L. rewrite raised_is, !Q.
  apply existsb_exists in C5 as ([[[t' m] q'] s'] & I & C5). rewrite !andb_true_iff in C5.
  destruct C5 as [[[C5 C6] C7] C8]. apply N.eqb_eq in C5, C7, C8. apply N.leb_le in C6. subst t' q' s'.
  specialize (laws_hold _ I). cbn in laws_hold. apply laws_hold. lia.
Qed.

Theorem ring_grundy_unique s rules R R' :
  rules_fall s rules = true -> proper rules = true -> is_ring_grundy rules R ->
  is_ring_grundy rules R' -> forall w, R w = R' w.
Proof. intros F P. apply (value_unique _ _ _ _ (ring_falls rules s F P)). Qed.

Theorem ring_grundy_exists s rules :
  rules_fall s rules && proper rules = true -> exists R, is_ring_grundy rules R.
Proof.
  rewrite andb_true_iff. intros [F P]. eexists. apply (value_exists _ _ (ring_falls rules s F P)).
Qed.
