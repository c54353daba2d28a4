(** Two heaps side by side as a board (discover/boards/theorems/sum_of_heaps.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Boards Xor AsNim.
Import ListNotations.
Local Open Scope N_scope.

(** The only heap of an option. *)
Definition alone (o : list N) : list N := match o with [a] => [a] | _ => [] end.

(** A move in one of the heaps x and y, by rules whose options are single heaps. *)
Definition beside (R S : rule) : board := fun X =>
  let (x, y) := X in
  map (fun a => (a, y)) (flat_map alone (R x)) ++ map (fun b => (x, b)) (flat_map alone (S y)).

Definition singles (R : rule) : Prop := forall n o, In o (R n) -> exists a, a < n /\ o = [a].

Lemma removes_singles R mem : removes R mem -> singles R.
Proof. intros H n o I. apply H in I as (s & L & _ & ->). exists (n - s). split; auto. lia. Qed.

Lemma In_alone R n a : singles R -> (In a (flat_map alone (R n)) <-> In [a] (R n)).
Proof.
  intro H. rewrite in_flat_map. split.
  - intros (o & I & A). destruct (H n o I) as (b & _ & ->). destruct A as [<- | []]. exact I.
  - intro I. exists [a]. split; auto. now left.
Qed.

Section Sum.
  Variables R S : rule.
  Hypotheses (HR : singles R) (HS : singles S).

  Lemma In_beside x y u v :
    In (u, v) (beside R S (x, y)) <-> (In [u] (R x) /\ v = y) \/ (u = x /\ In [v] (S y)).
  Proof.
    unfold beside. rewrite in_app_iff, !in_map_iff. split.
    - intros [(a & E & I) | (b & E & I)]; apply In_alone in I; auto; injection E as <- <-; auto.
    - intros [[I ->] | [-> I]]; [left; exists u | right; exists v]; split; auto; now apply In_alone.
  Qed.

  Lemma beside_lowers : lowers (beside R S).
  Proof.
    intros [x y] [u v] I. unfold size. cbn [fst snd].
    apply In_beside in I as [[I ->] | [-> I]]; [apply HR in I | apply HS in I];
      destruct I as (a & L & E); injection E as ->; lia.
  Qed.

  Theorem beside_exists : exists G, is_board_grundy (beside R S) G.
  Proof. apply board_exists, lowers_ends, beside_lowers. Qed.

  Lemma singles_wf Q : singles Q -> well_founded Q.
  Proof. intros H n o h I J. destruct (H n o I) as (a & L & ->). destruct J as [<- | []]. exact L. Qed.

  Lemma single_value Q f n v :
    singles Q -> (value_of Q f n v <-> exists a, In [a] (Q n) /\ v = f a).
  Proof.
    intro H. unfold value_of. split.
    - intros (o & I & ->). destruct (H n o I) as (a & _ & ->). exists a. cbn. now rewrite N.lxor_0_r.
    - intros (a & I & ->). exists [a]. cbn. now rewrite N.lxor_0_r.
  Qed.

  Lemma beside_value G f g :
    is_board_grundy (beside R S) G -> is_grundy R f -> is_grundy S g ->
    forall x y, G (x, y) = N.lxor (f x) (g y).
  Proof.
    intros HG Hf Hg x y.
    apply (board_law _ (lowers_ends _ beside_lowers) (fun X => N.lxor (f (fst X)) (g (snd X)))); auto.
    clear x y G HG. intros [x y]. cbn [fst snd].
    pose proof (grundy_is_mex R f Hf x) as [A B]. pose proof (grundy_is_mex S g Hg y) as [C D]. split.
    - intros ([u v] & I & E). cbn [fst snd] in E. apply In_beside in I as [[I ->] | [-> I]].
      + apply A. apply single_value; auto. exists u. split; auto.
        apply (f_equal (fun w => N.lxor w (g y))) in E.
        now rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in E.
      + apply C. apply single_value; auto. exists v. split; auto.
        apply (f_equal (fun w => N.lxor (f x) w)) in E.
        now rewrite <- !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_l in E.
    - intros w W. apply xor_below in W as [W | W].
      + apply B, single_value in W as (u & I & E); auto. exists (u, y). cbn [fst snd].
        split; [apply In_beside; auto |].
        now rewrite <- E, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
      + apply D, single_value in W as (v & I & E); auto. exists (x, v). cbn [fst snd].
        split; [apply In_beside; auto |].
        now rewrite <- E, (N.lxor_comm w), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
  Qed.

  (** The xor of the values of the heaps, which have their laws. *)
  Theorem beside_law (P Q : (N -> N) -> Prop) :
    (forall f, is_grundy R f -> P f) -> (forall g, is_grundy S g -> Q g) ->
    forall G, is_board_grundy (beside R S) G ->
    exists f g, is_grundy R f /\ is_grundy S g /\
      (forall x y, G (x, y) = N.lxor (f x) (g y)) /\ P f /\ Q g.
  Proof.
    intros HP HQ G HG.
    pose proof (grundy_exists R (singles_wf R HR)) as Hf.
    pose proof (grundy_exists S (singles_wf S HS)) as Hg.
    exists (grundy R), (grundy S). split; auto. split; auto. split; [now apply beside_value |]. split; auto.
  Qed.
End Sum.
