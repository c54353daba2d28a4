(** Laws of codes whose digits repeat forever, proved by automata
    (discover/heaps/theorems/decided_by_automata/theorem.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate TakeAndBreak ManyHeaps Automata AutomataLaw Repeating.
Import ListNotations.
Local Open Scope N_scope.

(** ** p, 2*p, ... tokens more, of value 0 *)

Definition blocks : family := family_of [0; 0; 0; 0; 1; 1; 0; 0] [0; 1] [1].

Section Repeating.
  Variables (p : N) (G : family) (classes : list class) (heaps more : list family).
  Variables (digits round : list N).
  Variables (enough enough_more : list (list (list (list N)))) (zeros fuel : nat).
  Let F := by_residues p classes.
  Let moves := moves_from 0 digits.
  Let later := round_moves (N.of_nat (length digits)) round.

  Section Blocks.
  Hypothesis Hp : 1 <= p.

  Lemma proper_blocks : proper (reader blocks) = true.
  Proof. reflexivity. Qed.

  Lemma are_blocks m v : relates p blocks m v <-> m mod p = 0 /\ v = 0.
  Proof.
    assert (R : forall s q w, accepts (reader blocks) s q w -> s = 1 -> w = 0).
    { induction 1 as [s G' | s q w C IH]; intros ->; auto.
      assert (D : forall a b, a < 2 -> b < 2 -> go (reader blocks) 1 a b = if b =? 0 then 1 else 0).
      { intros a b La Lb. assert (a = 0 \/ a = 1) as [-> | ->] by lia;
          assert (b = 0 \/ b = 1) as [-> | ->] by lia; reflexivity. }
      rewrite (D _ _ (mod_2 q) (mod_2 w)) in C, IH. destruct (N.eqb_spec (w mod 2) 0) as [E | E].
      - specialize (IH eq_refl). now rewrite (halves w), IH, E.
      - exfalso. now apply (dead_end _ proper_blocks) in C. }
    assert (Q : forall q, accepts (reader blocks) 1 q 0).
    { intro q. induction q as [q IH] using (well_founded_induction N.lt_wf_0).
      destruct (N.eq_dec q 0) as [-> | Z]; [now apply ends |]. apply goes.
      assert (D : go (reader blocks) 1 (q mod 2) (0 mod 2) = 1).
      { pose proof (mod_2 q) as L. revert L. generalize (q mod 2) as d. intros d L.
        assert (d = 0 \/ d = 1) as [-> | ->] by lia; reflexivity. }
      rewrite D. apply IH. apply N.div_lt; lia. }
    unfold relates. split.
    - intro C. assert (Z : m mod p = 0).
      { destruct (N.eq_dec (m mod p) 0) as [Z | Z]; auto. exfalso.
        apply (alive _ proper_blocks _ _ _ C). unfold start, blocks, family_of, starts.
        destruct (N.to_nat (m mod p)) as [| [| n]] eqn:T; auto. lia. }
      rewrite Z in C. split; auto. now apply (R _ _ _ C).
    - intros [-> ->]. apply Q.
  Qed.
  End Blocks.

  Let level (i : nat) : family := nth i (nothing :: heaps) nothing.
  Let below (i : nat) : family := nth i more nothing.
  Definition all_levels : list family := (nothing :: heaps) ++ more.

  (** The moves to less than p blocks fewer; the others are by the machines of [more], which know of m
      tokens whether m, m - p, m - 2*p, ... can be split. *)
  Definition all_moves : list (N * nat) :=
    moves ++ flat_map (fun m : repeated =>
      map (fun j => (fst (fst m) + snd (fst m) * j, (S (length heaps) + snd m)%nat))
          (upto (N.to_nat (p / snd (fst m))) 0)) later.

  Definition check_below (i : nat) : bool :=
    proper (reader (below i)) && check_up p (level i) blocks (below i) fuel &&
    check_down p (level i) blocks (below i) (nth i enough_more []) zeros.

  Definition check_repeating : bool :=
    check_heaps p G classes heaps enough zeros fuel &&
    sound_digits digits round &&
    forallb (fun m : N * nat => (snd m <=? length heaps)%nat) moves &&
    forallb (fun m : repeated => (snd m <=? length heaps)%nat && (snd m <? length more)%nat &&
                                 (p mod snd (fst m) =? 0)) later &&
    forallb check_below (seq 0 (length more)) &&
    forallb (fun m : N * nat => check_avoid p G (nth (snd m) all_levels nothing) (fst m) fuel) all_moves &&
    check_cover p G all_levels all_moves fuel.

  Lemma nth_more i : nth (S (length heaps + i)) all_levels nothing = below i.
  Proof.
    unfold all_levels. rewrite app_nth2 by (cbn; lia). unfold below. f_equal. cbn [length]. lia.
  Qed.

  Hypothesis checked : check_repeating = true.

  Theorem repeating_values : is_grundy (repeating digits round) F.
  Proof.
    pose proof checked as C. unfold check_repeating in C.
    apply andb_prop in C as [C Ccover]. apply andb_prop in C as [C Cavoid].
    apply andb_prop in C as [C Cbelow]. apply andb_prop in C as [C Clater].
    apply andb_prop in C as [C Cmoves]. apply andb_prop in C as [C _].
    rewrite forallb_forall in Cavoid, Cbelow, Clater, Cmoves.
    destruct (heaps_are p G classes heaps enough zeros fuel C) as (Hp & CG & HF & HL).
    assert (HB : forall i, (i < length more)%nat -> (i <= length heaps)%nat ->
              proper (reader (below i)) = true /\
              forall m v, relates p (below i) m v <->
                exists t, p * t <= m /\ value_of_parts F i (m - p * t) v).
    { intros i L1 L2. destruct (HL i L2) as [Pi Hi].
      assert (I : In i (seq 0 (length more))) by (apply in_seq; lia).
      apply Cbelow in I. unfold check_below in I. apply andb_prop in I as [I D].
      apply andb_prop in I as [Pb U]. split; auto. intros m v. split.
      - intro R. destruct (related_are_sums p Hp _ _ _ Pb _ zeros D m v R)
          as (a & b & x & y & R1 & R2 & E & <-).
        apply (are_blocks Hp) in R2 as [Z ->]. apply Hi in R1. rewrite N.lxor_0_r.
        exists (b / p). pose proof (N.div_mod b p). replace (p * (b / p)) with b by lia.
        split; [lia |]. now replace (m - b) with a by lia.
      - intros (t & L & V). apply Hi in V.
        assert (Z : relates p blocks (p * t) 0).
        { apply (are_blocks Hp). split; auto. rewrite N.mul_comm. apply N.mod_mul. lia. }
        pose proof (sums_related p Hp _ _ _ Pi proper_blocks fuel U _ _ _ _ V Z) as R.
        rewrite N.lxor_0_r in R. now replace (m - p * t + p * t) with m in R by lia. }
    assert (HA : forall k l, In (k, l) all_moves ->
              proper (reader (nth l all_levels nothing)) = true).
    { intros k l I. unfold all_moves in I. apply in_app_or in I as [I | I].
      - apply Cmoves in I. cbn [snd] in I. apply Nat.leb_le in I. unfold all_levels.
        rewrite app_nth1 by (cbn; lia). now apply HL.
      - apply in_flat_map in I as ([[a d] i] & I & J). apply in_map_iff in J as (j & E & J).
        cbn [fst snd] in E. injection E as <- <-. apply Clater in I. cbn [fst snd] in I.
        apply andb_prop in I as [I _]. apply andb_prop in I as [I1 I2].
        apply Nat.leb_le in I1. apply Nat.ltb_lt in I2. change (S (length heaps) + i)%nat with (S (length heaps + i)). rewrite nth_more.
        exact (proj1 (HB i I2 I1)). }
    assert (V : forall n v, (exists k i, In (k, i) (unrolled moves later n) /\ k <= n /\
                               value_of_parts F i (n - k) v) <->
                  exists k l, In (k, l) all_moves /\ k <= n /\
                              relates p (nth l all_levels nothing) (n - k) v).
    { intros n v. split.
      - intros (k & i & I & Lk & Y). apply In_unrolled in I as [I | (a & d & t & I & -> & Lt)].
        + exists k, i. pose proof I as J. apply Cmoves in J. cbn [snd] in J. apply Nat.leb_le in J.
          repeat split; [now apply in_or_app; left | auto |].
          unfold all_levels. rewrite app_nth1 by (cbn; lia). now apply (HL i J).
        + pose proof I as J. apply Clater in J. cbn [fst snd] in J. apply andb_prop in J as [J Z].
          apply andb_prop in J as [J1 J2]. apply Nat.leb_le in J1. apply Nat.ltb_lt in J2.
          apply N.eqb_eq in Z.
          assert (D : d <> 0) by (intros ->; destruct p; [lia | discriminate]).
          pose proof (N.div_mod p d D) as Ep. rewrite Z, N.add_0_r in Ep. set (c := p / d) in *.
          assert (Hc : c <> 0) by nia.
          pose proof (N.div_mod t c Hc) as Et. pose proof (N.mod_lt t c Hc) as Lj.
          set (t' := t / c) in *. set (j := t mod c) in *.
          assert (E : d * t = p * t' + d * j) by (rewrite Et, Ep; ring).
          pose proof (N.le_0_l (p * t')). pose proof (N.le_0_l (d * j)).
          exists (a + d * j), (S (length heaps) + i)%nat. repeat split.
          * apply in_or_app. right. apply in_flat_map. exists ((a, d), i). split; auto.
            apply in_map_iff. exists j. split; auto. apply In_upto. fold c.
            rewrite N2Nat.id, N.add_0_l. split; [apply N.le_0_l | exact Lj].
          * lia.
          * change (S (length heaps) + i)%nat with (S (length heaps + i)). rewrite nth_more.
            apply (HB i J2 J1). exists t'. split; [lia |].
            now replace (n - (a + d * j) - p * t') with (n - (a + d * t)) by lia.
      - intros (k & l & I & Lk & Y). unfold all_moves in I. apply in_app_or in I as [I | I].
        + pose proof I as J. apply Cmoves in J. cbn [snd] in J. apply Nat.leb_le in J.
          exists k, l. repeat split; auto; [apply In_unrolled; now left |].
          unfold all_levels in Y. rewrite app_nth1 in Y by (cbn; lia). now apply (HL l J).
        + apply in_flat_map in I as ([[a d] i] & I & J). apply in_map_iff in J as (j & E & J).
          cbn [fst snd] in E. injection E as <- <-. pose proof I as K. apply Clater in K.
          cbn [fst snd] in K, J. apply andb_prop in K as [K Z]. apply andb_prop in K as [K1 K2].
          apply Nat.leb_le in K1. apply Nat.ltb_lt in K2. apply N.eqb_eq in Z.
          assert (D : d <> 0) by (intros ->; destruct p; [lia | discriminate]).
          pose proof (N.div_mod p d D) as Ep. rewrite Z, N.add_0_r in Ep. set (c := p / d) in *.
          change (S (length heaps) + i)%nat with (S (length heaps + i)) in Y. rewrite nth_more in Y.
          apply (HB i K2 K1) in Y as (t & Lt & Y).
          assert (E : a + d * (j + c * t) = a + d * j + p * t) by (rewrite Ep; ring).
          exists (a + d * (j + c * t)), i. repeat split.
          * apply In_unrolled. right. exists a, d, (j + c * t). repeat split; auto. nia.
          * lia.
          * rewrite E. now replace (n - (a + d * j + p * t)) with (n - (a + d * j) - p * t) by lia. }
    intro n. symmetry. apply mex_of_is_mex.
    assert (W : forall v, In v (map (fun o => xor_list (map F o)) (repeating digits round n)) <->
                  exists k i, In (k, i) (unrolled moves later n) /\ k <= n /\ value_of_parts F i (n - k) v).
    { intro v. rewrite in_map_iff. split.
      - intros (o & <- & I). unfold repeating, octal in I.
        apply In_code in I as (k & i & I & Lk & Li & P & T). apply In_repeating in I.
        exists k, i. repeat split; auto. now exists o.
      - intros (k & i & I & Lk & o & Li & P & T & ->). exists o. split; auto.
        apply In_code. exists k, i. repeat split; auto. now apply In_repeating. }
    split.
    - rewrite W, V. intros (k & l & I & Lk & Y).
      pose proof (HA k l I) as Pl. apply Cavoid in I. cbn [fst snd] in I.
      apply (avoids p Hp G _ k Pl CG fuel I (n - k) (F n) Y).
      replace (n - k + k) with n by lia. now apply HF.
    - intros v L. apply W, V. apply (covers p Hp G all_levels all_moves CG fuel Ccover n v (F n)); auto.
      now apply HF.
  Qed.

  Theorem repeating_law H : is_grundy (repeating digits round) H -> forall n, H n = by_residues p classes n.
  Proof.
    intro HH. apply (grundy_unique (repeating digits round)); auto; [| apply repeating_values].
    unfold check_repeating in checked. repeat (apply andb_prop in checked as [checked ?]).
    now apply repeating_wf.
  Qed.
End Repeating.

Theorem repeating_period p G classes heaps more digits round enough enough_more zeros fuel q s n0 :
  check_repeating p G classes heaps more digits round enough enough_more zeros fuel &&
  check_rise p classes q n0 (fun _ => s) = true ->
  forall H, is_grundy (repeating digits round) H -> forall n, n0 <= n -> H (n + q) = H n + s.
Proof.
  intros C H HH. apply andb_prop in C as [C R]. apply (classes_period p classes q s n0 H R).
  now apply (repeating_law p G classes heaps more digits round enough enough_more zeros fuel C).
Qed.

Theorem repeating_split p G classes heaps more digits round enough enough_more zeros fuel q rises_by n0 :
  check_repeating p G classes heaps more digits round enough enough_more zeros fuel &&
  check_split p classes q rises_by n0 = true ->
  forall H, is_grundy (repeating digits round) H ->
  forall n, n0 <= n -> H (n + q) = H n + nth (N.to_nat (n mod q)) rises_by 0.
Proof.
  intros C H HH. apply andb_prop in C as [C R]. apply (classes_split p classes q rises_by n0 H R).
  now apply (repeating_law p G classes heaps more digits round enough enough_more zeros fuel C).
Qed.
