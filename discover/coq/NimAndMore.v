(** Nim with further moves that leave fewer tokens: codes whose digits repeat forever
    (discover/heaps/theorems/nim_and_more.py). *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate TakeAndBreak Repeating.
Import ListNotations.
Local Open Scope N_scope.

Lemma lxor_most a b : N.lxor a b <= a + b.
Proof.
  revert b. induction a as [a IH] using (well_founded_induction N.lt_wf_0). intro b.
  destruct (N.eq_dec a 0) as [-> | Z]; [rewrite N.lxor_0_l; lia |].
  assert (A := N.div2_odd a). assert (B := N.div2_odd b).
  assert (X := N.div2_odd (N.lxor a b)).
  assert (D : N.div2 (N.lxor a b) = N.lxor (N.div2 a) (N.div2 b)).
  { apply N.bits_inj. intro i. now rewrite N.div2_spec, N.shiftr_spec', !N.lxor_spec,
      !N.div2_spec, !N.shiftr_spec'. }
  assert (O : N.odd (N.lxor a b) = xorb (N.odd a) (N.odd b)).
  { rewrite <- !N.bit0_odd. apply N.lxor_spec. }
  rewrite D, O in X. specialize (IH (N.div2 a)).
  assert (L : N.div2 a < a) by lia. specialize (IH L (N.div2 b)).
  destruct (N.odd a), (N.odd b); cbn [xorb N.b2n] in *; lia.
Qed.

Lemma xor_most o : xor_list o <= total o.
Proof.
  induction o as [| a o IH]; [cbn; lia |]. cbn [xor_list fold_right total].
  pose proof (lxor_most a (xor_list o)). unfold xor_list in *. lia.
Qed.

(** A digit d_k that allows to leave no heap, and one heap. *)
Definition takes_any (d : N) : bool := N.testbit d 0 && N.testbit d 1.

Definition nim_digits (digits round : list N) : bool :=
  match digits with
  | d :: ds => (d =? 0) && forallb takes_any ds && forallb takes_any round &&
               negb (length round =? 0)%nat
  | [] => false
  end.

Section Law.
  Variables (ds round : list N).
  Hypothesis Hds : forallb takes_any ds = true.
  Hypothesis Hround : forallb takes_any round = true.
  Hypothesis some : (1 <= length round)%nat.

  Definition written (n : N) : list N := (0 :: ds) ++ concat (repeat round (S (N.to_nat n))).

  Lemma long n : (N.to_nat n < length (written n))%nat.
  Proof.
    unfold written. rewrite app_length. cbn [length].
    assert (H : forall k, (k <= length (concat (repeat round k)))%nat).
    { induction k as [| k IH]; cbn [repeat concat]; [lia |]. rewrite app_length. lia. }
    specialize (H (S (N.to_nat n))). lia.
  Qed.

  Lemma all_take_any n j :
    (1 <= j < length (written n))%nat -> takes_any (nth j (written n) 0) = true.
  Proof.
    intros [A B]. destruct j as [| j]; [lia |]. unfold written in *. cbn [app nth length] in *.
    assert (H : forallb takes_any (ds ++ concat (repeat round (S (N.to_nat n)))) = true).
    { rewrite forallb_app, Hds. cbn [andb]. generalize (S (N.to_nat n)) as k.
      induction k as [| k IH]; [reflexivity |]. cbn [repeat concat].
      now rewrite forallb_app, Hround, IH. }
    rewrite forallb_forall in H. apply H, nth_In. lia.
  Qed.

  Lemma removes n k i : In (k, i) (moves_from 0 (written n)) -> 1 <= k.
  Proof.
    intro I. apply In_moves_from in I as (j & L & -> & _ & T).
    destruct j as [| j]; [| lia]. cbn [written app nth] in T. rewrite N.bits_0 in T. discriminate.
  Qed.

  Lemma nim_wf : well_founded (repeating (0 :: ds) round).
  Proof.
    intros n o h I J.
    apply (code_wf (moves_from 0 (written n))) with (o := o); [| exact I | exact J].
    apply forallb_forall. intros [k i] M. apply removes in M. unfold sound_move. cbn [fst snd].
    apply N.leb_le in M. now rewrite M.
  Qed.

  (** Let it be a move from every n >= 1 to leave any number m < n of tokens in one heap, and let
      every other move leave fewer than n tokens in all. Then G(n) = n: xor is at most the sum. *)
  Theorem nim_and_more G : is_grundy (repeating (0 :: ds) round) G -> forall n, G n = n.
  Proof.
    intros HG n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    apply (is_mex_unique _ (fun u => u < n) _ _ (grundy_is_mex _ _ HG n)).
    - split; [lia | auto].
    - intro u. split.
      + intros (o & I & ->). assert (W : forall h, In h o -> h < n) by (intros; now apply (nim_wf n o)).
        apply In_code in I as (k & i & M & L & A & P & T). apply removes in M.
        rewrite (map_ext_in G (fun h => h)) by (intros h J; apply IH, W, J). rewrite map_id.
        pose proof (xor_most o). lia.
      + intro L. exists (if u =? 0 then [] else [u]).
        assert (J : (1 <= N.to_nat (n - u) < length (written n))%nat)
          by (pose proof (long n); lia).
        pose proof (all_take_any n _ J) as X. apply andb_prop in X as [X0 X1].
        split.
        * apply In_code. exists (n - u), (if u =? 0 then 0%nat else 1%nat).
          split; [| split; [lia |]].
          -- apply In_moves_from. exists (N.to_nat (n - u)). split; [apply J |].
             split; [lia |]. destruct (u =? 0); cbn; auto; split; auto; lia.
          -- destruct (N.eqb_spec u 0) as [-> | Z]; cbn [length total];
               (split; [reflexivity |]); (split; [repeat constructor; lia | lia]).
        * destruct (N.eqb_spec u 0) as [-> | Z]; [reflexivity |].
          cbn. rewrite IH by lia. now rewrite N.lxor_0_r.
  Qed.
End Law.

Lemma nim_digits_spec digits round :
  nim_digits digits round = true ->
  exists ds, digits = 0 :: ds /\ forallb takes_any ds = true /\ forallb takes_any round = true /\
             (1 <= length round)%nat.
Proof.
  unfold nim_digits. destruct digits as [| d ds]; [discriminate |]. intro C.
  apply andb_prop in C as [C S]. apply andb_prop in C as [C R]. apply andb_prop in C as [Z D].
  apply N.eqb_eq in Z. subst d. exists ds. repeat split; auto.
  destruct round; [discriminate | cbn; lia].
Qed.

Theorem nim_and_more_law digits round :
  nim_digits digits round = true ->
  forall G, is_grundy (repeating digits round) G -> forall n, G n = n.
Proof.
  intros C G HG. apply nim_digits_spec in C as (ds & -> & A & B & D). apply (nim_and_more ds round); auto.
Qed.
