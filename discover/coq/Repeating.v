(** Codes whose digits repeat forever (rules/families/take_and_break/rule.py): the rule, its moves as
    progressions of numbers of tokens, and that the Grundy function exists. *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate TakeAndBreak.
Import ListNotations.
Local Open Scope N_scope.

(** The code with these digits d0, d1, ... and then those of the round, again and again: no move
    from n removes more than n tokens, so that n + 1 rounds are enough. *)
Definition repeating (digits round : list N) : rule :=
  fun n => octal (digits ++ concat (repeat round (S (N.to_nat n)))) n.

Lemma In_moves_from k0 ds k i :
  In (k, i) (moves_from k0 ds) <->
  exists j, (j < length ds)%nat /\ k = k0 + N.of_nat j /\ (i < 5)%nat /\
            N.testbit (nth j ds 0) (N.of_nat i) = true.
Proof.
  revert k0. induction ds as [| d ds IH]; intro k0; cbn [moves_from].
  - split; [easy |]. intros (j & L & _). cbn in L. lia.
  - rewrite in_app_iff, IH. unfold digit_moves. rewrite in_flat_map. split.
    + intros [(i' & I & J) | (j & L & -> & B)].
      * apply in_seq in I. destruct (N.testbit d (N.of_nat i')) eqn:E; [| easy].
        destruct J as [J | []]. injection J as <- <-. exists O. cbn. repeat split; auto; lia.
      * exists (S j). cbn [length nth]. split; [lia |]. split; [lia | exact B].
    + intros (j & L & -> & B & T). destruct j as [| j]; cbn [length nth] in *.
      * left. exists i. split; [apply in_seq; lia |]. rewrite T. left. f_equal. lia.
      * right. exists j. split; [lia |]. split; [lia | auto].
Qed.

(** A move (k, d, i) removes k, k + d, k + 2*d, ... tokens and leaves i nonempty heaps. *)
Definition repeated := ((N * N) * nat)%type.

Definition unrolled (moves : list (N * nat)) (later : list repeated) (n : N) : list (N * nat) :=
  moves ++ flat_map (fun m : repeated =>
    map (fun t => (fst (fst m) + snd (fst m) * t, snd m)) (upto (S (N.to_nat n)) 0)) later.

Lemma In_unrolled moves later n k i :
  In (k, i) (unrolled moves later n) <->
  In (k, i) moves \/ exists a d t, In ((a, d), i) later /\ k = a + d * t /\ t <= n.
Proof.
  unfold unrolled. rewrite in_app_iff, in_flat_map. apply or_iff_compat_l. split.
  - intros ([[a d] j] & I & J). apply in_map_iff in J as (t & E & J). cbn [fst snd] in E.
    injection E as <- <-. apply In_upto in J. exists a, d, t. repeat split; auto. lia.
  - intros (a & d & t & I & -> & L). exists ((a, d), i). split; auto. apply in_map_iff. exists t.
    split; auto. apply In_upto. lia.
Qed.

(** The moves of the round, from the digit d_k on. *)
Definition round_moves (k : N) (round : list N) : list repeated :=
  map (fun m : N * nat => ((fst m, N.of_nat (length round)), snd m)) (moves_from k round).

Lemma moves_from_app k a b :
  moves_from k (a ++ b) = moves_from k a ++ moves_from (k + N.of_nat (length a)) b.
Proof.
  revert k. induction a as [| d a IH]; intro k; cbn [app moves_from length].
  - now rewrite N.add_0_r.
  - replace (k + N.of_nat (S (length a))) with (k + 1 + N.of_nat (length a)) by lia.
    now rewrite IH, app_assoc.
Qed.

Lemma In_shifted c k0 ds k i : In (k, i) (moves_from k0 ds) <-> In (c + k, i) (moves_from (c + k0) ds).
Proof.
  rewrite !In_moves_from. split; intros (j & L & E & R); exists j; repeat split; try apply R; auto; lia.
Qed.

Lemma In_rounds m k0 round k i :
  In (k, i) (moves_from k0 (concat (repeat round m))) <->
  exists a t, In (a, i) (moves_from k0 round) /\ k = a + N.of_nat (length round) * t /\ t < N.of_nat m.
Proof.
  revert k0 k. induction m as [| m IH]; intros k0 k; cbn [repeat concat].
  - split; [easy | intros (a & t & _ & _ & L); lia].
  - set (p := N.of_nat (length round)) in *. rewrite moves_from_app, in_app_iff, IH. fold p. split.
    + intros [I | (a & t & I & -> & L)].
      * exists k, 0. repeat split; auto; lia.
      * pose proof I as J. apply In_moves_from in J as (j & _ & E & _).
        exists (a - p), (t + 1). repeat split; [| lia | lia].
        apply (In_shifted p). rewrite (N.add_comm p k0). now replace (p + (a - p)) with a by lia.
    + intros (a & t & I & -> & L). destruct (N.eq_dec t 0) as [-> | Z].
      * left. now rewrite N.mul_0_r, N.add_0_r.
      * right. exists (p + a), (t - 1). repeat split; [| nia | lia].
        rewrite (N.add_comm k0 p). now apply In_shifted.
Qed.

(** The moves of the rule are those of the digits, and the progressions of the round. *)
Lemma In_repeating digits round n k i :
  In (k, i) (moves_from 0 (digits ++ concat (repeat round (S (N.to_nat n))))) <->
  In (k, i) (unrolled (moves_from 0 digits) (round_moves (N.of_nat (length digits)) round) n).
Proof.
  rewrite moves_from_app, in_app_iff, In_rounds, In_unrolled, N.add_0_l. apply or_iff_compat_l.
  unfold round_moves. split.
  - intros (a & t & I & -> & L). exists a, (N.of_nat (length round)), t. repeat split; [| lia].
    apply in_map_iff. now exists (a, i).
  - intros (a & d & t & I & -> & L). apply in_map_iff in I as ([b h] & E & I). cbn [fst snd] in E.
    injection E as <- <- <-. exists b, t. repeat split; auto. lia.
Qed.

Definition sound_digits (digits round : list N) : bool :=
  forallb sound_move (moves_from 0 digits) &&
  forallb sound_move (moves_from (N.of_nat (length digits)) round).

Lemma repeating_wf digits round :
  sound_digits digits round = true -> well_founded (repeating digits round).
Proof.
  intros S n o h I J. apply andb_prop in S as [S1 S2]. rewrite forallb_forall in S1, S2.
  refine (code_wf _ _ n o h I J). apply forallb_forall. intros [k i] M.
  apply In_repeating, In_unrolled in M as [M | (a & d & t & M & -> & _)]; [now apply S1 |].
  apply in_map_iff in M as ([b j] & E & M). cbn [fst snd] in E. injection E as <- <- <-.
  apply S2 in M. unfold sound_move in *. cbn [fst snd] in *. apply orb_prop in M as [M | M];
    apply orb_true_iff; [left | now right]. apply N.leb_le in M. apply N.leb_le. lia.
Qed.

Lemma repeating_exists digits round :
  sound_digits digits round = true ->
  is_grundy (repeating digits round) (grundy (repeating digits round)).
Proof. intro S. now apply grundy_exists, repeating_wf. Qed.
