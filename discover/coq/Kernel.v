(** Who wins, read off the digits of a position: the kernel of a game whose moves are linear, decided
    by automata (discover/outcomes/deciding.py). *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive Wellfounded.
From Mexplore Require Import Grundy Evaluate Reach Numerations Readings.
Import ListNotations.
Local Open Scope Z_scope.

(** * Games on tuples of numbers: what a reader has to believe *)

(** A position is a tuple of n numbers that are at least 0. *)
Definition position (n : nat) (v : list Z) : Prop := length v = n /\ Forall (Z.le 0) v.

(** A game says to which positions a move leads: [game v w]. *)
Definition game := list Z -> list Z -> Prop.

(** A position is lost if no move leads from it to a lost one. *)
Definition is_lost (n : nat) (options : game) (lost : list Z -> Prop) : Prop :=
  forall v, position n v ->
    (lost v <-> forall w, position n w -> options v w -> ~ lost w).

(** * Linear moves

    From v a move leads to the numbers in some places of v ++ u, for all u at least 0 for which all
    forms in v ++ u are at least 0. *)
Record move := Move { names : nat; places : list nat; forms : list form }.

Definition leads_by (m : move) (v w : list Z) : Prop :=
  exists u, position (names m) u /\ Forall (fun f => 0 <= value f (v ++ u)) (forms m) /\
            w = map (pick (v ++ u)) (places m).

Definition leads (moves : list move) : game := fun v w => exists m, In m moves /\ leads_by m v w.

Lemma firstn_app_exact {A} n (v u : list A) : length v = n -> firstn n (v ++ u) = v.
Proof. intros <-. rewrite firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r. Qed.

Definition same_list {A} (same : A -> A -> bool) : list A -> list A -> bool :=
  fix same_list l k :=
    match l, k with
    | [], [] => true
    | x :: l, y :: k => same x y && same_list l k
    | _, _ => false
    end.

Lemma same_list_spec {A} (same : A -> A -> bool) :
  (forall x y, same x y = true <-> x = y) -> forall l k, same_list same l k = true <-> l = k.
Proof.
  intros S l. induction l as [| x l IH]; intros [| y k]; cbn [same_list]; try easy.
  rewrite andb_true_iff, S, IH. split; [intros [-> ->]; auto | now intros [= -> ->]].
Qed.

Definition same_known (k l : known) : bool :=
  match k, l with
  | Sure, Sure => true
  | Sum p q, Sum a b => (p =? a) && (q =? b)
  | _, _ => false
  end.

Lemma same_known_spec k l : same_known k l = true <-> k = l.
Proof.
  destruct k as [| p q], l as [| a b]; cbn; try easy.
  rewrite andb_true_iff, !Z.eqb_eq. split; [intros [-> ->]; auto | now intros [= -> ->]].
Qed.

(** Numbers to find states again, made of numbers below [width], which is a hint. *)
Section Codes.
  Variable width : BinNums.N.
  Definition more (c x : BinNums.N) : BinNums.N := (width * c + x)%N.
  Definition code_Z (z : Z) : BinNums.N := match z with Z0 => 0 | Zpos p => Npos p~0 | Zneg p => Npos p~1 end.
  Definition code_known (c : BinNums.N) (k : known) : BinNums.N :=
    match k with Sure => more c 0 | Sum p q => more (more c (code_Z p + 1)) (code_Z q) end.
  Definition code_full (c : BinNums.N) (full : bool) : BinNums.N :=
    if full then (2 * c + 1)%N else (2 * c)%N.
End Codes.

Section Kernel.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Variables (n : nat) (width : BinNums.N).
  Notation U := (U N).

  (** * No move leads from one set into another: the pairs of states that are reached *)

  Record pair := Pair { fulls : list bool; sums : list known; from : BinNums.N; to : BinNums.N }.

  Definition same_pair (s t : pair) : bool :=
    ((from s =? from t) && (to s =? to t))%N && same_list eqb (fulls s) (fulls t) &&
    same_list same_known (sums s) (sums t).

  Lemma same_pair_spec s t : same_pair s t = true <-> s = t.
  Proof.
    destruct s as [f k p q], t as [g l r u]. unfold same_pair. cbn [fulls sums from to].
    rewrite !andb_true_iff, !N.eqb_eq, (same_list_spec _ eqb_true_iff),
      (same_list_spec _ same_known_spec).
    split; [intros [[[-> ->] ->] ->]; auto | now intros [= -> -> -> ->]].
  Qed.

  Definition code_pair (s : pair) : positive :=
    N.succ_pos (fold_left code_full (fulls s)
      (fold_left (code_known width) (sums s) (more width (from s + 1) (to s))))%N.

  Section Apart.
    Variable L : automaton.
    Hypothesis HL : go L 1 (repeat 0 n) = 1%N.
    Variable m : move.

    Definition pair_next (steps : list (known -> list Z -> option known)) (s : pair) : list pair :=
      flat_map (fun a =>
        let p := go L (from s) (firstn n a) in
        if (p =? 0)%N then [] else
        let q := go L (to s) (map (pick a) (places m)) in
        if (q =? 0)%N then [] else
        match step_all steps (sums s) a with
        | Some ks => [Pair (map (is_full N) a) ks p q]
        | None => []
        end) (choices N (fulls s)).

    Definition pair_ok (s : pair) : bool :=
      negb (good L (from s) && good L (to s) && all_done (forms m) (sums s)).

    Definition apart (fuel : nat) : bool :=
      Reach.all_reached code_pair same_pair (pair_next (map (stepper N) (forms m))) pair_ok fuel
        [Pair (repeat false (n + names m)) (nothing_read (forms m)) 1 1].

    Variable fuel : nat.
    Hypothesis checked : apart fuel = true.
    Hypothesis Hplaces : length (places m) = n.

    Theorem none_leads v w :
      position n v -> leads_by m v w ->
      accepts N L v = true -> accepts N L w = true -> False.
    Proof.
      intros [Lv Pv] (u & [Lu Pu] & F & ->) Av Aw.
      destruct (Reach.reached _ _ (fun s t => proj1 (same_pair_spec s t))
                  (fun s => proj2 (same_pair_spec s s) eq_refl) _ _ _ _ checked)
        as (P & P1 & P2 & P3).
      assert (R : forall i s r, P s -> within N i (fulls s) r ->
                all_hold N i r (forms m) (sums s) -> run L (from s) (rows N i (firstn n r)) = true ->
                run L (to s) (rows N i (map (pick r) (places m))) = true -> False).
      { induction i as [| i IH]; intros s r Ps W H Rf Rt.
        - apply P2 in Ps. unfold pair_ok in Ps. apply negb_true_iff in Ps. cbn [rows run] in Rf, Rt.
          rewrite Rf, Rt in Ps. apply (within_zero N HN) in W. subst r.
          apply (all_done_holds N) in H. rewrite H in Ps. discriminate.
        - apply (step_all_holds N HN) in H; [| now apply (within_below N HN (S i) (fulls s))].
          destruct (taken N HN _ _ _ W) as [C W'].
          cbn [rows run] in Rf, Rt. rewrite <- !firstn_map in Rf.
          rewrite <- (pick_tops N HN), <- (pick_rests N HN) in Rt.
          destruct (step_all _ _ _) as [ks |] eqn:E; [| destruct H].
          set (p := go L (from s) _) in *. set (q := go L (to s) _) in *.
          assert (Dp : p <> 0%N) by (intro Z; rewrite Z, run_dead in Rf; discriminate).
          assert (Dq : q <> 0%N) by (intro Z; rewrite Z, run_dead in Rt; discriminate).
          apply (IH (Pair (map (is_full N) (map (fun x => x / U i) r)) ks p q)
                    (map (fun x => x mod U i) r)); auto.
          apply (P3 s); auto. unfold pair_next. apply in_flat_map.
          exists (map (fun x => x / U i) r). split; auto. fold p q.
          rewrite (proj2 (N.eqb_neq p 0) Dp), (proj2 (N.eqb_neq q 0) Dq), E. now left. }
      set (i := size (v ++ u)).
      assert (B : Forall (fun x => 0 <= x < U i) (v ++ u)).
      { apply (size_enough N HN); [now apply Forall_app | reflexivity]. }
      assert (B' := B). apply Forall_app in B' as [Bv _].
      apply (R i _ (v ++ u) (P1 _ (or_introl eq_refl))); cbn [fulls sums from to].
      - replace (n + names m)%nat with (length (v ++ u)) by (rewrite app_length; lia).
        now apply (within_free N).
      - now apply (all_hold_first N).
      - rewrite firstn_app_exact; auto. now rewrite (accepts_at N HN L n).
      - rewrite (accepts_at N HN L n); auto; [now rewrite map_length |].
        apply Forall_map, Forall_forall. intros k _. unfold pick. pose proof (U_positive N HN i).
        destruct (nth_in_or_default k (v ++ u) 0) as [I | ->]; [| lia].
        rewrite Forall_forall in B. now apply B.
    Qed.
  End Apart.
End Kernel.
