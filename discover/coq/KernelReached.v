(** That the positions which an automaton accepts are the lost ones: a move leads into them from
    every other position, and play ends (discover/outcomes/deciding.py). *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive Wellfounded.
From Mexplore Require Import Grundy Reach Numerations Readings Kernel.
Import ListNotations.
Local Open Scope Z_scope.

Section Reaching.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Variables (n : nat) (K : automaton) (width : BinNums.N).
  Hypothesis HK : go K 1 (repeat 0 n) = 1%N.
  Notation U := (U N).
  Notation tops i := (map (fun x => x / U i)).
  Notation rests i := (map (fun x => x mod U i)).

  (** * From every position that is not accepted a move leads to one that is

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
      exists u, within N i (full g) u /\ all_hold N i (v ++ u) (forms m) (read g) /\
                run K (here g) (rows N i (map (pick (v ++ u)) (places m))) = true.

    Definition goals_of (steps : list (known -> list Z -> option known)) (a : list Z) (g : goal)
        : list goal :=
      flat_map (fun b =>
        let q := go K (here g) (map (pick (a ++ b)) (places m)) in
        if (q =? 0)%N then [] else
        match step_all steps (read g) (a ++ b) with
        | Some ks => [Goal (map (is_full N) b) ks q]
        | None => []
        end) (choices N (full g)).

    Definition goals_next steps (a : list Z) (l : list goal) : list goal :=
      once (flat_map (goals_of steps a) l).

    Let steps := map (stepper N) (forms m).

    Lemma attained_before i v g h :
      Forall (fun x => 0 <= x < U (S i)) v -> In h (goals_of steps (tops i v) g) ->
      attained i (rests i v) h -> attained (S i) v g.
    Proof.
      intros B I (u & W & H & R). unfold goals_of in I. cbv zeta in I. apply in_flat_map in I as (b & C & I).
      set (q := go K (here g) _) in I. destruct (q =? 0)%N in I; [destruct I |].
      destruct (step_all _ _ _) as [ks |] eqn:E in I; [| destruct I].
      destruct I as [<- | []]. cbn [full read here] in *.
      destruct (added N HN i (full g) b u C W) as (W' & T1 & T2).
      exists (joined N i b u). split; auto.
      assert (D : Forall (fun x => 0 <= x < U (S i)) (v ++ joined N i b u)).
      { apply Forall_app. split; auto. eapply (within_below N HN), W'. }
      split.
      - apply (step_all_holds N HN); auto. rewrite !map_app, T1, T2. unfold steps in E. now rewrite E.
      - cbn [rows run]. rewrite <- (pick_tops N HN), <- (pick_rests N HN), !map_app, T1, T2. exact R.
    Qed.

    Lemma attained_next i v l h :
      Forall (fun x => 0 <= x < U (S i)) v -> In h (goals_next steps (tops i v) l) ->
      attained i (rests i v) h -> exists g, In g l /\ attained (S i) v g.
    Proof.
      intros B I A. apply once_In, in_flat_map in I as (g & J & I). exists g. split; auto.
      eapply attained_before; eauto.
    Qed.

    Definition first_goal : goal := Goal (repeat false (names m)) (nothing_read (forms m)) 1.

    (** The goals of longer numbers u, where v has zeros. *)
    Fixpoint longer (zeros : nat) (l : list goal) : list goal :=
      match zeros with
      | O => l
      | S zeros => longer zeros (once (l ++ goals_next steps (repeat 0 n) l))
      end.

    Lemma longer_attained zeros l i v g :
      length v = n -> Forall (fun x => 0 <= x < U i) v -> In g (longer zeros l) -> attained i v g ->
      exists j h, (i <= j)%nat /\ In h l /\ attained j v h.
    Proof.
      intros Lv B. revert l i B g. induction zeros as [| zeros IH]; intros l i B g I A.
      - exists i, g. auto.
      - cbn [longer] in I. destruct (IH _ _ B _ I A) as (j & h & Lj & J & Ah).
        apply once_In, in_app_or in J as [J | J]; [exists j, h; auto |].
        assert (Bj := below_longer N HN i j v Lj B).
        assert (T : tops j v = repeat 0 n /\ rests j v = v).
        { clear - Bj Lv. subst n. induction Bj as [| x v Hx F [IH1 IH2]]; cbn [map length repeat]; auto.
          rewrite IH1, IH2, Z.div_small, Z.mod_small; auto. }
        destruct T as [T1 T2]. rewrite <- T1 in J. rewrite <- T2 in Ah at 1.
        destruct (attained_next j v l h) as (g' & Ig & Ag); auto.
        + apply (below_longer N HN j); auto.
        + exists (S j), g'. split; [lia | auto].
    Qed.

    Lemma first_attained i v :
      length (places m) = n -> position n v -> (size v <= i)%nat -> attained i v first_goal ->
      exists w, leads_by m v w /\ position n w /\ accepts N K w = true.
    Proof.
      intros Lm [Lv Pv] Li (u & W & H & R). cbn [first_goal full read here] in *.
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
      - rewrite <- R. symmetry. apply (accepts_at N HN K n); auto. now rewrite map_length.
    Qed.
  End Move.

  (** What was read of a position v: which digits have to be 0, the state, the goals of each move. *)
  Record front := Front { tight : list bool; state : BinNums.N; goals : list (list goal) }.

  Definition same_front (s t : front) : bool :=
    (state s =? state t)%N && same_list eqb (tight s) (tight t) &&
    same_list (same_list same_goal) (goals s) (goals t).

  Lemma same_front_spec s t : same_front s t = true <-> s = t.
  Proof.
    destruct s as [f p k], t as [g q l]. unfold same_front. cbn [tight state goals].
    rewrite !andb_true_iff, N.eqb_eq, (same_list_spec _ eqb_true_iff),
      (same_list_spec _ (same_list_spec _ same_goal_spec)).
    split; [intros [[-> ->] ->]; auto | now intros [= -> -> ->]].
  Qed.

  Definition code_front (s : front) : positive :=
    N.succ_pos (fold_left code_full (tight s)
      (fold_left (fun c l => fold_left code_goal l (more width c 1)) (goals s)
         (more width 1 (state s)))).

  Definition steppers := list (known -> list Z -> option known).

  Fixpoint goals_after (moves : list (move * steppers)) (a : list Z) (l : list (list goal))
      : list (list goal) :=
    match moves, l with
    | (m, steps) :: moves, g :: l => goals_next m steps a g :: goals_after moves a l
    | _, _ => []
    end.

  Definition front_next (moves : list (move * steppers)) (s : front) : list front :=
    map (fun a => Front (map (is_full N) a) (go K (state s) a) (goals_after moves a (goals s)))
        (choices N (tight s)).

  Definition goal_done (m : move) (g : goal) : bool :=
    good K (here g) && all_done (forms m) (read g).

  Fixpoint some_done (moves : list move) (l : list (list goal)) : bool :=
    match moves, l with
    | m :: moves, g :: l => existsb (goal_done m) g || some_done moves l
    | _, _ => false
    end.

  Definition front_ok (moves : list move) (s : front) : bool :=
    good K (state s) || some_done moves (goals s).

  Definition with_steps (m : move) : move * steppers := (m, map (stepper N) (forms m)).

  Definition first_goals (zeros : nat) (m : move) : list goal :=
    longer m zeros [first_goal m].

  (** [zeros] is how many digits more than v an option may have. *)
  Definition reached_by_some (moves : list move) (zeros fuel : nat) : bool :=
    Reach.all_reached code_front same_front (front_next (map with_steps moves)) (front_ok moves) fuel
      [Front (repeat false n) 1 (map (first_goals zeros) moves)].

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
      exists (repeat 0 (length (full g))). split; [| split; auto].
      + induction (full g) as [| b fs IHf]; constructor; auto.
        pose proof (bound_at_most N HN 0 b). lia.
      + apply (within_zero N HN) in W. subst v. rewrite <- repeat_app. now apply (all_done_holds N).
    - destruct (IH _ D) as (m' & g & gs' & I & J & A). exists m', g, gs'. split; [now right | auto].
  Qed.

  Lemma some_attained_next moves l i v :
    Forall (fun x => 0 <= x < U (S i)) v ->
    some_attained i (rests i v) moves (goals_after (map with_steps moves) (tops i v) l) ->
    some_attained (S i) v moves l.
  Proof.
    intro B. revert l. induction moves as [| m moves IH]; intros [| gs l] (m' & g & gs' & I & J & A);
      cbn [map goals_after combine with_steps] in I; try (now destruct I).
    destruct I as [I | I].
    - injection I as <- <-. destruct (attained_next m i v gs g B J A) as (h & Ih & Ah).
      exists m, h, gs. split; [now left | auto].
    - destruct (IH l) as (m2 & g2 & gs2 & I2 & J2 & A2).
      + exists m', g, gs'. auto.
      + exists m2, g2, gs2. split; [now right | auto].
  Qed.

  Theorem some_leads moves zeros fuel v :
    reached_by_some moves zeros fuel = true -> (forall m, In m moves -> length (places m) = n) ->
    position n v -> accepts N K v = false ->
    exists w, leads moves v w /\ position n w /\ accepts N K w = true.
  Proof.
    intros C Lm P Av. destruct P as [Lv Pv].
    destruct (Reach.reached _ _ (fun s t => proj1 (same_front_spec s t))
                (fun s => proj2 (same_front_spec s s) eq_refl) _ _ _ _ C) as (P & P1 & P2 & P3).
    assert (R : forall i s r, P s -> within N i (tight s) r -> run K (state s) (rows N i r) = false ->
              some_attained i r moves (goals s)).
    { induction i as [| i IH]; intros s r Ps W A; cbn [rows run] in A.
      - apply P2 in Ps. unfold front_ok in Ps. rewrite A in Ps. now apply (some_done_attained _ _ _ _ W).
      - destruct (taken N HN _ _ _ W) as [D W']. apply some_attained_next.
        + eapply (within_below N HN), W.
        + apply (IH (Front (map (is_full N) (tops i r)) (go K (state s) (tops i r))
                       (goals_after (map with_steps moves) (tops i r) (goals s)))); auto.
          apply (P3 s); auto. unfold front_next. apply in_map_iff.
          now exists (tops i r). }
    set (i := size v). assert (B := size_enough N HN v i Pv (Nat.le_refl _)).
    destruct (R i _ v (P1 _ (or_introl eq_refl))) as (m & g & gs & I & J & A); cbn [tight state goals] in *.
    - rewrite <- Lv. now apply (within_free N).
    - exact Av.
    - assert (Im : In m moves /\ gs = first_goals zeros m).
      { clear - I. induction moves as [| m' moves IH]; cbn [map combine] in I; [destruct I |].
        destruct I as [I | I]; [injection I as <- <-; split; [now left | auto] |].
        destruct (IH I). split; [now right | auto]. }
      destruct Im as [Im ->]. unfold first_goals in J.
      destruct (longer_attained m zeros _ i v g Lv B J A) as (j & h & Lj & [<- | []] & Ah).
      destruct (first_attained m j v) as (w & Lw & Pw & Aw); auto; [now split |].
      exists w. split; auto. now exists m.
  Qed.
End Reaching.
