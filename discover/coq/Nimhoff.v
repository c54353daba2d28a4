(** The rook, and two heaps from which fewer than h tokens may be taken together
    (discover/boards/theorems/cyclic_nimhoff.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Boards Xor.
Import ListNotations.
Local Open Scope N_scope.

Definition rook : list part := [Ray 1 0 1 0; Ray 0 1 0 1].

Lemma In_rook X Y :
  In Y (steps rook X) <-> (fst Y < fst X /\ snd Y = snd X) \/ (fst Y = fst X /\ snd Y < snd X).
Proof.
  rewrite In_steps by reflexivity. unfold leads, rook. split.
  - intros (p & i & j & [<- | [<- | []]] & (t & T & -> & ->) & A & B); lia.
  - intros [[A B] | [A B]].
    + exists (Ray 1 0 1 0), (Z.of_N (fst X) - Z.of_N (fst Y))%Z, 0%Z. repeat split; try lia.
      * cbn. auto.
      * exists (Z.of_N (fst X) - Z.of_N (fst Y) - 1)%Z. lia.
    + exists (Ray 0 1 0 1), 0%Z, (Z.of_N (snd X) - Z.of_N (snd Y))%Z. repeat split; try lia.
      * cbn. auto.
      * exists (Z.of_N (snd X) - Z.of_N (snd Y) - 1)%Z. lia.
Qed.

(** i, j >= 1 with i + j < h. *)
Definition together (h : N) : list (N * N) :=
  filter (fun s => fst s + snd s <? h)
    (list_prod (upto (N.to_nat (h - 1)) 1) (upto (N.to_nat (h - 1)) 1)).

Definition cyclic_nimhoff (h : N) : list part :=
  rook ++ map (fun s => Step (Z.of_N (fst s)) (Z.of_N (snd s))) (together h).

Lemma In_together h i j : In (i, j) (together h) <-> 1 <= i /\ 1 <= j /\ i + j < h.
Proof.
  unfold together. rewrite filter_In, in_prod_iff, !In_upto. cbn [fst snd]. rewrite N.ltb_lt. lia.
Qed.

Lemma cyclic_lowers h : parts_lower (cyclic_nimhoff h) = true.
Proof.
  unfold parts_lower, cyclic_nimhoff. rewrite forallb_app. cbn [forallb rook part_lowers andb].
  apply forallb_forall. intros p I. apply in_map_iff in I as ([i j] & <- & I).
  apply In_together in I. cbn [fst snd part_lowers]. apply Z.ltb_lt. lia.
Qed.

Lemma In_cyclic h X Y :
  In Y (steps (cyclic_nimhoff h) X) <->
  In Y (steps rook X) \/
  exists i j, 1 <= i /\ 1 <= j /\ i + j < h /\ fst Y + i = fst X /\ snd Y + j = snd X.
Proof.
  unfold cyclic_nimhoff. unfold steps at 1. rewrite flat_map_app, in_app_iff.
  change (In Y (flat_map (options_by X) rook)) with (In Y (steps rook X)).
  rewrite in_flat_map. split; (intros [I | I]; [now left | right]).
  - destruct I as (p & I & H). apply in_map_iff in I as ([i j] & <- & I). apply In_together in I.
    cbn [options_by fst snd] in H. apply In_after in H. unfold leads in H. exists i, j. lia.
  - destruct I as (i & j & A & B & C & D & E). exists (Step (Z.of_N i) (Z.of_N j)). split.
    + apply in_map_iff. exists (i, j). split; auto. apply In_together. auto.
    + cbn [options_by]. apply In_after. unfold leads. lia.
Qed.

(** * Digits *)

(** Quotients and remainders as numbers of which nothing is known. *)
Ltac plain :=
  repeat match goal with
  | H : context [?a / ?b] |- _ => let q := fresh "q" in set (q := a / b) in *; clearbody q
  | H : context [?a mod ?b] |- _ => let r := fresh "r" in set (r := a mod b) in *; clearbody r
  | |- context [?a / ?b] => let q := fresh "q" in set (q := a / b) in *; clearbody q
  | |- context [?a mod ?b] => let r := fresh "r" in set (r := a mod b) in *; clearbody r
  end.

Lemma mod_apart h A B : A < B -> B < A + h -> A mod h <> B mod h.
Proof.
  intros L U E. assert (H : h <> 0) by lia.
  pose proof (N.div_mod A h H) as EA. pose proof (N.div_mod B h H) as EB. rewrite E in EA.
  destruct (N.le_gt_cases (B / h) (A / h)) as [Q | Q].
  - apply (N.mul_le_mono_l _ _ h) in Q. lia.
  - assert (Q' : A / h + 1 <= B / h) by lia. apply (N.mul_le_mono_l _ _ h) in Q'. lia.
Qed.

Lemma digits_unique h q r q' r' : r < h -> r' < h -> h * q + r = h * q' + r' -> q = q' /\ r = r'.
Proof. intros. apply N.div_mod_unique with (b := h); auto. Qed.

Lemma quotient_of h a q r : r < h -> a = h * q + r -> a / h = q /\ a mod h = r.
Proof.
  intros L E. split; symmetry; [now apply N.div_unique with r | now apply N.mod_unique with q].
Qed.

Lemma lxor_cancel a b c : N.lxor a c = N.lxor b c -> a = b.
Proof.
  intro E. apply (f_equal (fun u => N.lxor u c)) in E.
  now rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in E.
Qed.

Lemma lxor_undo a b : N.lxor (N.lxor a b) b = a.
Proof. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. Qed.

(** * The values *)

Definition cyclic_value (h x y : N) : N := h * N.lxor (x / h) (y / h) + (x + y) mod h.

Lemma cyclic_value_sym h x y : cyclic_value h x y = cyclic_value h y x.
Proof. unfold cyclic_value. now rewrite N.lxor_comm, N.add_comm with (n := x). Qed.

Lemma cyclic_value_lower h a x y : h <> 0 -> a < x -> cyclic_value h a y <> cyclic_value h x y.
Proof.
  intros H L E. apply digits_unique in E as [Q R]; try now apply N.mod_lt.
  apply lxor_cancel in Q. apply (mod_apart h (a + y) (x + y)); auto; [lia |].
  pose proof (N.div_mod a h H) as Ea. pose proof (N.div_mod x h H) as Ex.
  pose proof (N.mod_lt a h H). pose proof (N.mod_lt x h H). rewrite Q in Ea. plain. lia.
Qed.

(** The move of Nim in the quotients, with any remainder. *)
Lemma cyclic_reached h x y w1 w0 :
  h <> 0 -> w0 < h -> N.lxor w1 (y / h) < x / h -> exists a, a < x /\ cyclic_value h a y = h * w1 + w0.
Proof.
  intros H W L.
  pose proof (N.div_mod x h H). pose proof (N.div_mod y h H).
  pose proof (N.mod_lt x h H). pose proof (N.mod_lt y h H).
  set (a1 := N.lxor w1 (y / h)) in *.
  assert (K : exists a0, a0 < h /\ (a0 + y mod h = w0 \/ a0 + y mod h = w0 + h)).
  { destruct (N.le_gt_cases (y mod h) w0).
    - exists (w0 - y mod h). plain. lia.
    - exists (w0 + h - y mod h). plain. lia. }
  destruct K as (a0 & A & K). exists (h * a1 + a0). split; [clear K; plain; nia |].
  unfold cyclic_value. destruct (quotient_of h (h * a1 + a0) a1 a0) as [-> _]; auto.
  unfold a1 at 1. rewrite lxor_undo. f_equal. symmetry.
  destruct K as [K | K].
  - apply N.mod_unique with (a1 + y / h); auto. plain. lia.
  - apply N.mod_unique with (a1 + y / h + 1); auto. plain. lia.
Qed.

Theorem cyclic_law h :
  1 <= h -> forall G, is_board_grundy (steps (cyclic_nimhoff h)) G ->
  forall x y, G (x, y) = h * N.lxor (x / h) (y / h) + (x + y) mod h.
Proof.
  intros L G HG x y. assert (H : h <> 0) by lia.
  apply (board_law _ (steps_end _ (cyclic_lowers h)) (fun X => cyclic_value h (fst X) (snd X))); auto.
  clear x y G HG. intros [x y]. cbn [fst snd]. split.
  - intros ([a b] & I & E). cbn [fst snd] in E. apply In_cyclic in I. rewrite In_rook in I.
    cbn [fst snd] in I.
    destruct I as [[[A ->] | [-> A]] | (i & j & A & B & C & D & F)].
    + symmetry in E. revert E. now apply cyclic_value_lower.
    + symmetry in E. revert E. rewrite (cyclic_value_sym h x b), (cyclic_value_sym h x y).
      now apply cyclic_value_lower.
    + apply digits_unique in E as [_ E]; try now apply N.mod_lt.
      symmetry in E. revert E. apply mod_apart; lia.
  - intros W B. unfold value_at.
    pose proof (N.div_mod W h H) as EW. pose proof (N.mod_lt W h H) as LW.
    set (w1 := W / h) in *. set (w0 := W mod h) in *.
    unfold cyclic_value in B.
    pose proof (N.mod_lt (x + y) h H) as Lu. set (u := (x + y) mod h) in *.
    assert (C : w1 < N.lxor (x / h) (y / h) \/ (w1 = N.lxor (x / h) (y / h) /\ w0 < u)) by nia.
    destruct C as [C | [C D]].
    + apply xor_below in C as [C | C].
      * destruct (cyclic_reached h x y w1 w0) as (a & A & E); auto.
        exists (a, y). split; [| cbn; congruence]. apply In_cyclic. left. apply In_rook. cbn. auto.
      * destruct (cyclic_reached h y x w1 w0) as (b & A & E); auto.
        exists (x, b). cbn [fst snd]. rewrite cyclic_value_sym. split; [| congruence].
        apply In_cyclic. left. apply In_rook. cbn. auto.
    + pose proof (N.div_mod x h H) as Ex. pose proof (N.div_mod y h H) as Ey.
      pose proof (N.div_mod (x + y) h H) as Es. fold u in Es.
      pose proof (N.mod_lt x h H) as Lx. pose proof (N.mod_lt y h H) as Ly.
      assert (U : u <= x mod h + y mod h).
      { unfold u. rewrite N.add_mod by auto. now apply N.mod_le. }
      set (s := u - w0). set (i := N.min (x mod h) s). set (j := s - i).
      assert (Qx : (x - i) / h = x / h).
      { apply (quotient_of h (x - i) (x / h) (x mod h - i)); plain; lia. }
      assert (Qy : (y - j) / h = y / h).
      { apply (quotient_of h (y - j) (y / h) (y mod h - j)); plain; lia. }
      assert (R : (x - i + (y - j)) mod h = w0).
      { apply (quotient_of h _ ((x + y) / h) w0); plain; lia. }
      assert (V : W = cyclic_value h (x - i) (y - j)).
      { unfold cyclic_value. rewrite Qx, Qy, R, <- C. exact EW. }
      exists (x - i, y - j). split; [| exact V]. apply In_cyclic. rewrite In_rook. cbn [fst snd].
      assert (Z : i <= x /\ j <= y /\ i + j < h /\ 1 <= i + j) by (plain; lia).
      clear - Z. clearbody i j.
      destruct (N.eq_dec i 0), (N.eq_dec j 0); try lia.
      right. exists i, j. lia.
Qed.

Lemma cyclic_exists h : exists G, is_board_grundy (steps (cyclic_nimhoff h)) G.
Proof. apply steps_exist, cyclic_lowers. Qed.

Theorem rook_law G :
  is_board_grundy (steps rook) G -> forall x y, G (x, y) = N.lxor x y.
Proof.
  intros H x y. rewrite (cyclic_law 1 (N.le_refl 1) G H).
  now rewrite !N.div_1_r, N.mod_1_r, N.mul_1_l, N.add_0_r.
Qed.
