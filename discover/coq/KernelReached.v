(** That a move leads from every position of one kind to one that an automaton accepts
    (discover/outcomes/deciding.py). *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive Wellfounded.
From Mexplore Require Import Grundy Reach Numerations Readings Kernel.
Import ListNotations.
Local Open Scope Z_scope.

Section Reaching.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Variables (n : nat) (K : automaton) (width : BinNums.N).
  Hypothesis HK : gone K 1 (zeros N n) = 1%N.
  Notation U := (U N).
  Notation tops i := (map (fun x => x / U i)).
  Notation rests i := (map (fun x => x mod U i)).

  (** * From every position that is not excused a move leads to one that K accepts

      A goal is what was read of a move: which digits of the numbers u have to be 0, the sums, the
      state for the position to which it leads. *)
  Record goal := Goal { full : list bool; read : list known; here : BinNums.N }.

  Definition same_goal (s t : goal) : bool :=
    (here s =? here t)%N && same_list eqb (full s) (full t) && same_list same_known (read s) (read t).

  Lemma same_goal_spec s t : same_goal s t = true <-> s = t.
  Proof.
    destruct s as [f k p], t as [g l q]. unfold same_goal. cbn [full read here].
    rewrite !andb_true_iff, N.eqb_eq, (same_list_spec _ eqb_true_iff),
      (same_list_spec _ same_known_spec).
    split; [intros [[-> ->] ->]; auto | now intros [= -> -> ->]].
  Qed.

  Definition code_goal (c : BinNums.N) (g : goal) : BinNums.N :=
    fold_left code_full (full g) (fold_left (code_known width) (read g) (more width c (here g + 1))).

  Fixpoint entries (M : PositiveMap.t goal) (after : list goal) : list goal :=
    match M with
    | PositiveMap.Leaf _ => after
    | PositiveMap.Node l o r =>
        entries l (match o with Some g => g :: entries r after | None => entries r after end)
    end.

  Lemma entries_In g M after :
    In g (entries M after) -> In g after \/ exists k, PositiveMap.find k M = Some g.
  Proof.
    revert after. induction M as [| l IHl o r IHr]; intros after I; cbn [entries] in I; auto.
    apply IHl in I as [I | (k & F)]; [| right; now exists k~0%positive].
    destruct o as [h |]; [destruct I as [<- | I]; [right; now exists 1%positive |] |];
      (apply IHr in I as [I | (k & F)]; [now left | right; now exists k~1%positive]).
  Qed.

  (** Each goal once, in an order that depends on the set alone. *)
  Definition once (l : list goal) : list goal :=
    entries (fold_left (fun M g => PositiveMap.add (N.succ_pos (code_goal 1 g)) g M) l
               (PositiveMap.empty goal)) [].

  Lemma once_In g l : In g (once l) -> In g l.
  Proof.
    unfold once. intro I. apply entries_In in I as [[] | (k & I)].
    assert (E : forall l M, PositiveMap.find k (fold_left
              (fun M g => PositiveMap.add (N.succ_pos (code_goal 1 g)) g M) l M) = Some g ->
              In g l \/ PositiveMap.find k M = Some g).
    { clear. induction l as [| h l IH]; intros M F; cbn [fold_left] in F; auto.
      destruct (IH _ F) as [J | J]; [left; now right |].
      destruct (Pos.eq_dec k (N.succ_pos (code_goal 1 h))) as [-> | D].
      - rewrite PositiveMap.gss in J. injection J as <-. left. now left.
      - rewrite PositiveMap.gso in J; auto. }
    destruct (E _ _ I) as [J | J]; auto. rewrite PositiveMap.gempty in J. discriminate.
  Qed.

  Section Move.
    Variable m : move.

    (** There are digits to come with which the goal is reached. *)
    Definition attained (i : nat) (v : list Z) (g : goal) : Prop :=
      exists u, within N i (full g) u /\ share m (v ++ u) = true /\
                all_hold N i (v ++ u) (forms m) (read g) /\
                run K (here g) (rows N i (map (pick (v ++ u)) (places m))) = true.

    Definition goals_of (k : nat) (steps : steppers) (a : list Z) (g : goal) : list goal :=
      flat_map (fun b =>
        if negb (share m (a ++ b)) then [] else
        let q := go K (here g) (map (pick (a ++ b)) (places m)) in
        if (q =? 0)%N then [] else
        match step_all steps (read g) (a ++ b) with
        | Some ks => [Goal (fulls_after N k b) ks q]
        | None => []
        end) (choices N k (full g)).

    Definition goals_next (k : nat) (all : list steppers) (a : list Z) (l : list goal) : list goal :=
      let steps := steppers_at all k in once (flat_map (goals_of k steps a) l).

    Hypothesis Hbits : readable N m = true.

    Lemma attained_before i v g h :
      Forall (fun x => 0 <= x < U (S i)) v ->
      In h (goals_of (i mod period N) (map (stepper N i) (forms m)) (tops i v) g) ->
      attained i (rests i v) h -> attained (S i) v g.
    Proof.
      intros B I (u & W & Sh & H & R). unfold goals_of in I. rewrite (choices_place N HN) in I.
      apply in_flat_map in I as (b & C & I).
      destruct (share m (tops i v ++ b)) eqn:Sb; cbn [negb] in I; [| destruct I]. cbv zeta in I.
      set (q := go K (here g) _) in I. destruct (q =? 0)%N in I; [destruct I |].
      destruct (step_all _ _ _) as [ks |] eqn:E in I; [| destruct I].
      destruct I as [<- | []]. cbn [full read here] in *. rewrite (fulls_here N HN) in W.
      destruct (added N HN i (full g) b u C W) as (W' & T1 & T2).
      exists (joined N i b u). split; auto.
      assert (D : Forall (fun x => 0 <= x < U (S i)) (v ++ joined N i b u)).
      { apply Forall_app. split; auto. eapply (within_below N HN), W'. }
      split; [| split].
      - apply (share_split N HN m Hbits i). now rewrite !map_app, T1, T2.
      - apply (step_all_holds N HN); auto. rewrite !map_app, T1, T2. now rewrite E.
      - cbn [rows run]. rewrite <- (pick_tops N HN), <- (pick_rests N HN), !map_app, T1, T2. exact R.
    Qed.

    Lemma attained_next i v l h :
      Forall (fun x => 0 <= x < U (S i)) v ->
      In h (goals_next (i mod period N) (all_steppers N m) (tops i v) l) ->
      attained i (rests i v) h -> exists g, In g l /\ attained (S i) v g.
    Proof.
      intros B I A. unfold goals_next in I. rewrite (steppers_here N HN) in I.
      apply once_In, in_flat_map in I as (g & J & I). exists g. split; auto.
      eapply attained_before; eauto.
    Qed.

    Definition first_goal : goal := Goal (repeat false (names m)) (nothing_read (forms m)) 1.

    (** The goals of longer numbers u, where v has zeros: k digits more, whole periods more. *)
    Fixpoint after_zeros (all : list steppers) (k : nat) (l : list goal) : list goal :=
      match k with
      | O => l
      | S k => after_zeros all k (goals_next k all (repeat 0 n) l)
      end.

    Fixpoint longer (periods : nat) (l : list goal) : list goal :=
      match periods with
      | O => l
      | S periods => longer periods (once (l ++ after_zeros (all_steppers N m) (period N) l))
      end.

    Lemma after_zeros_attained k l i v g :
      (k <= period N)%nat ->
      length v = n -> Forall (fun x => 0 <= x < U (period N * i)) v ->
      In g (after_zeros (all_steppers N m) k l) -> attained (period N * i) v g ->
      exists h, In h l /\ attained (k + period N * i) v h.
    Proof.
      intros Lk Lv B. revert l. induction k as [| k IH]; intros l I A; [now exists g |].
      cbn [after_zeros] in I. destruct (IH ltac:(lia) _ I A) as (h & J & Ah).
      set (j := (k + period N * i)%nat) in *.
      assert (Bj : Forall (fun x => 0 <= x < U j) v) by (apply (below_longer N HN (period N * i)); auto; lia).
      destruct (tops_zero N n j v Lv Bj) as [T1 T2].
      replace k with (j mod period N)%nat in J at 1.
      2: { unfold j. rewrite Nat.mul_comm, Nat.mod_add by lia. apply Nat.mod_small. lia. }
      rewrite <- T1 in J. rewrite <- T2 in Ah at 1. apply (attained_next j v l h); auto.
      apply (below_longer N HN j); auto.
    Qed.

    Lemma longer_attained periods l i v g :
      length v = n -> Forall (fun x => 0 <= x < U (period N * i)) v ->
      In g (longer periods l) -> attained (period N * i) v g ->
      exists j h, (i <= j)%nat /\ In h l /\ attained (period N * j) v h.
    Proof.
      intros Lv B. revert l i B g. induction periods as [| periods IH]; intros l i B g I A.
      - exists i, g. auto.
      - cbn [longer] in I. destruct (IH _ _ B _ I A) as (j & h & Lj & J & Ah).
        apply once_In, in_app_or in J as [J | J]; [exists j, h; auto |].
        destruct (after_zeros_attained (period N) l j v h) as (g' & Ig & Ag); auto.
        + apply (below_longer N HN (period N * i)); auto. nia.
        + exists (S j), g'. split; [lia |]. split; auto.
          now replace (period N * S j)%nat with (period N + period N * j)%nat by lia.
    Qed.

    Lemma first_attained j v :
      length (places m) = n -> position n v -> (longest v <= j)%nat ->
      attained (period N * j) v first_goal ->
      exists w, leads_by m v w /\ position n w /\ accepts N K w = true.
    Proof.
      intros Lm [Lv Pv] Lj (u & W & Sh & H & R). set (i := (period N * j)%nat) in *.
      assert (Li : (size N v <= i)%nat) by (unfold size, i; nia). cbn [first_goal full read here] in *.
      exists (map (pick (v ++ u)) (places m)).
      assert (Lu : length u = names m) by (apply within_length in W; now rewrite repeat_length in W).
      assert (B : Forall (fun x => 0 <= x < U i) (v ++ u)).
      { apply Forall_app. split; [now apply (size_enough N HN) | eapply (within_below N HN), W]. }
      assert (Pw : Forall (fun x => 0 <= x < U i) (map (pick (v ++ u)) (places m))).
      { apply Forall_map, Forall_forall. intros k _. unfold pick. pose proof (U_positive N HN i).
        destruct (nth_in_or_default k (v ++ u) 0) as [I | ->]; [| lia].
        rewrite Forall_forall in B. now apply B. }
      assert (Pw0 : Forall (Z.le 0) (map (pick (v ++ u)) (places m))).
      { eapply Forall_impl; [| exact Pw]. cbn. lia. }
      split; [| split; [split; [now rewrite map_length | auto] |]].
      - exists u. repeat split; auto.
        + apply Forall_app in B as [_ B]. eapply Forall_impl; [| exact B]. cbn. lia.
        + now apply (all_hold_first N i).
      - rewrite <- R. symmetry. unfold i. apply (accepts_at N HN K n); auto. now rewrite map_length.
    Qed.
  End Move.

  (** What was read of a position v: how many digits are to come, modulo the period, which of them
      have to be 0, the states of the automata L, the goals of each move. *)
  Record front := Front
    { stand : nat; tight : list bool; states : list BinNums.N; goals : list (list goal) }.

  Definition same_front (s t : front) : bool :=
    (stand s =? stand t)%nat && same_list N.eqb (states s) (states t) &&
    same_list eqb (tight s) (tight t) && same_list (same_list same_goal) (goals s) (goals t).

  Lemma same_front_spec s t : same_front s t = true <-> s = t.
  Proof.
    destruct s as [h f p k], t as [i g q l]. unfold same_front. cbn [stand tight states goals].
    rewrite !andb_true_iff, Nat.eqb_eq, (same_list_spec _ N.eqb_eq), (same_list_spec _ eqb_true_iff),
      (same_list_spec _ (same_list_spec _ same_goal_spec)).
    split; [intros [[[-> ->] ->] ->]; auto | now intros [= -> -> -> ->]].
  Qed.

  Definition code_front (s : front) : positive :=
    N.succ_pos (fold_left code_full (tight s)
      (fold_left (fun c l => fold_left code_goal l (more width c 1)) (goals s)
         (fold_left (more width) (states s) (N.of_nat (stand s) + 1)%N))).

  (** Automata that read the position, and what excuses it from having such a move: which of them
      accept it. *)
  Variables (L : list automaton) (excused : list bool -> bool).

  Fixpoint all_go (L : list automaton) (a : list Z) (l : list BinNums.N) : list BinNums.N :=
    match L, l with K :: L, q :: l => go K q a :: all_go L a l | _, _ => [] end.

  Fixpoint all_run (L : list automaton) (W : list (list Z)) (l : list BinNums.N) : list bool :=
    match L, l with K :: L, q :: l => run K q W :: all_run L W l | _, _ => [] end.

  Lemma all_run_next L' a W l : all_run L' (a :: W) l = all_run L' W (all_go L' a l).
  Proof.
    revert l. induction L' as [| K' L' IH]; intros [| q l]; cbn [all_run all_go run]; auto.
    now rewrite IH.
  Qed.

  (** Which of the automata accept. *)
  Definition told (L : list automaton) (v : list Z) : list bool := map (fun K => accepts N K v) L.

  Definition front_next (moves : list (move * list steppers)) (s : front) : list front :=
    let k := below_place N (stand s) in
    map (fun a => Front k (fulls_after N k a) (all_go L a (states s))
           (map (fun '(m, all, gs) => goals_next m k all a gs) (combine moves (goals s))))
        (choices N k (tight s)).

  Definition goal_done (m : move) (g : goal) : bool :=
    good K (here g) && all_done (forms m) (read g).

  Fixpoint some_done (moves : list move) (l : list (list goal)) : bool :=
    match moves, l with
    | m :: moves, g :: l => existsb (goal_done m) g || some_done moves l
    | _, _ => false
    end.

  Definition front_ok (moves : list move) (s : front) : bool :=
    negb (stand s =? 0)%nat || excused (all_run L [] (states s)) || some_done moves (goals s).

  Definition with_steps (m : move) : move * list steppers := (m, all_steppers N m).

  Definition first_goals (periods : nat) (m : move) : list goal :=
    longer m periods [first_goal m].

  (** [periods] says how many periods of digits more than v an option may have. *)
  Definition reached_by_some (moves : list move) (periods fuel : nat) : bool :=
    Reach.all_reached code_front same_front (front_next (map with_steps moves)) (front_ok moves) fuel
      [Front 0 (repeat false n) (map (fun _ => 1%N) L) (map (first_goals periods) moves)].

  Definition some_attained (i : nat) (v : list Z) (moves : list move) (l : list (list goal)) : Prop :=
    exists m g gs, In (m, gs) (combine moves l) /\ In g gs /\ attained m i v g.

  Lemma some_done_attained moves l fulls v :
    within N 0 fulls v -> some_done moves l = true -> some_attained 0 v moves l.
  Proof.
    intros W. revert l. induction moves as [| m moves IH]; intros [| gs l] D; cbn [some_done] in D;
      try discriminate.
    apply orb_prop in D as [D | D].
    - apply existsb_exists in D as (g & I & D). apply andb_prop in D as [D1 D2].
      exists m, g, gs. split; [now left |]. split; auto.
      apply (within_zero N HN) in W. subst v.
      exists (repeat 0 (length (full g))). rewrite <- repeat_app. split; [| split; [| split]]; auto.
      + induction (full g) as [| b fs IHf]; constructor; auto.
        pose proof (bound_at_most N HN 0 b). lia.
      + apply share_zeros.
      + now apply (all_done_holds N).
    - destruct (IH _ D) as (m' & g & gs' & I & J & A). exists m', g, gs'. split; [now right | auto].
  Qed.

  Lemma some_attained_next moves l i v :
    (forall m, In m moves -> readable N m = true) ->
    Forall (fun x => 0 <= x < U (S i)) v ->
    some_attained i (rests i v) moves
      (map (fun '(m, all, gs) => goals_next m (i mod period N) all (tops i v) gs)
         (combine (map with_steps moves) l)) ->
    some_attained (S i) v moves l.
  Proof.
    intros Rm B. revert l. induction moves as [| m moves IH]; intros [| gs l] (m' & g & gs' & I & J & A);
      cbn [map combine with_steps] in I; try (now destruct I).
    destruct I as [I | I].
    - injection I as <- <-.
      destruct (attained_next m (Rm m (or_introl eq_refl)) i v gs g B J A) as (h & Ih & Ah).
      exists m, h, gs. split; [now left | auto].
    - destruct (IH (fun m I => Rm m (or_intror I)) l) as (m2 & g2 & gs2 & I2 & J2 & A2).
      + exists m', g, gs'. auto.
      + exists m2, g2, gs2. split; [now right | auto].
  Qed.

  Theorem some_leads moves periods fuel v :
    reached_by_some moves periods fuel = true ->
    (forall m, In m moves -> length (places m) = n /\ readable N m = true) ->
    position n v -> excused (told L v) = false ->
    exists w, leads moves v w /\ position n w /\ accepts N K w = true.
  Proof.
    intros C Lm P Av. destruct P as [Lv Pv].
    destruct (Reach.reached _ _ (fun s t => proj1 (same_front_spec s t))
                (fun s => proj2 (same_front_spec s s) eq_refl) _ _ _ _ C) as (P & P1 & P2 & P3).
    pose proof (period_positive N HN) as PP.
    assert (R : forall i s r, P s -> stand s = (i mod period N)%nat -> within N i (tight s) r ->
              excused (all_run L (rows N i r) (states s)) = false -> some_attained i r moves (goals s)).
    { induction i as [| i IH]; intros s r Ps Ks W A; cbn [rows] in A.
      - apply P2 in Ps. unfold front_ok in Ps. rewrite Nat.mod_0_l in Ks by lia. rewrite Ks, A in Ps.
        now apply (some_done_attained _ _ _ _ W).
      - destruct (taken N HN _ _ _ W) as [D W']. rewrite all_run_next in A.
        apply some_attained_next; [intros m I; now apply Lm | eapply (within_below N HN), W |].
        apply (IH (Front (i mod period N) (map (is_full N i) (tops i r)) (all_go L (tops i r) (states s))
                     (map (fun '(m, all, gs) => goals_next m (i mod period N) all (tops i r) gs)
                        (combine (map with_steps moves) (goals s))))); auto.
        apply (P3 s); auto. unfold front_next. rewrite Ks, (below_place_next N HN). cbv zeta.
        rewrite (choices_place N HN). apply in_map_iff. exists (tops i r). split; auto.
        now rewrite (fulls_here N HN). }
    set (k := longest v). set (i := (period N * k)%nat).
    assert (B := size_enough N HN v i Pv (Nat.le_refl _)).
    destruct (R i _ v (P1 _ (or_introl eq_refl))) as (m & g & gs & I & J & A); cbn [stand tight states goals] in *.
    - unfold i. rewrite Nat.mul_comm, Nat.mod_mul; lia.
    - rewrite <- Lv. now apply (within_free N).
    - rewrite <- Av. f_equal. clear. unfold told. induction L as [| K' L' IH]; auto.
      cbn [map all_run]. now rewrite IH.
    - assert (Im : In m moves /\ gs = first_goals periods m).
      { clear - I. induction moves as [| m' moves IH]; cbn [map combine] in I; [destruct I |].
        destruct I as [I | I]; [injection I as <- <-; split; [now left | auto] |].
        destruct (IH I). split; [now right | auto]. }
      destruct Im as [Im ->]. unfold first_goals in J. destruct (Lm m Im) as [Lp Rm].
      destruct (longer_attained m Rm periods _ k v g Lv B J A) as (j & h & Lj & [<- | []] & Ah).
      destruct (first_attained m j v) as (w & Lw & Pw & Aw); auto; [now split |].
      exists w. split; auto. now exists m.
  Qed.
End Reaching.
