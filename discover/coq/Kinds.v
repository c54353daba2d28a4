(** Systems of kinds of heaps (rules/systems/system.py).

    A heap has a kind and a size.  A move leaves a list of heaps.  The definitions down to
    [is_system_grundy] are what a reader has to believe. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy.
Import ListNotations.
Local Open Scope N_scope.

Definition heap := (N * N)%type.

(** A heap of a kind, of any size that is at least [least] and in these residues. *)
Record part := Part { of_kind : N; least : N; modulus : N; residues : list N }.

(** Heaps of a size n in these residues: for all sizes of the parts with the sum n - [drop], the
    parts and the heaps [beside]; without parts, the heaps [beside]. *)
Record schema := Schema
  { drop : Z; parts : list part; beside : list heap; of_modulus : N; in_residues : list N }.

(** The options of heaps of sizes 0, 1, ..., one by one; then those of all larger ones. *)
Record kind := Kind { listed : list (list (list heap)); schemas : list schema }.

Definition allowed (m : N) (l : list N) (n : N) : bool := existsb (N.eqb (n mod m)) l.
Definition fits_part (p : part) (a : N) : bool :=
  (least p <=? a) && allowed (modulus p) (residues p) a.

(** The heaps of these parts whose sizes have the sum [m]. *)
Fixpoint sized (ps : list part) (m : N) : list (list heap) :=
  match ps with
  | [] => []
  | p :: ps' =>
      match ps' with
      | [] => if fits_part p m then [[(of_kind p, m)]] else []
      | _ => flat_map (fun a => if fits_part p a
                                then map (cons (of_kind p, a)) (sized ps' (m - a)) else [])
                      (upto (S (N.to_nat m)) 0)
      end
  end.

Definition by_schema (n : N) (s : schema) : list (list heap) :=
  if allowed (of_modulus s) (in_residues s) n then
    match parts s with
    | [] => [beside s]
    | _ => if (drop s <=? Z.of_N n)%Z
           then map (fun l => l ++ beside s) (sized (parts s) (Z.to_N (Z.of_N n - drop s)))
           else []
    end
  else [].

Definition system := heap -> list (list heap).
Definition of_kinds (kinds : list kind) : system := fun X =>
  match nth_error kinds (N.to_nat (fst X)) with
  | None => []
  | Some k =>
      match nth_error (listed k) (N.to_nat (snd X)) with
      | Some l => l
      | None => flat_map (by_schema (snd X)) (schemas k)
      end
  end.

Definition value_of_heaps (G : heap -> N) (o : list heap) : N := xor_list (map G o).
Definition is_system_grundy (options : system) (G : heap -> N) : Prop :=
  forall X, G X = mex (map (value_of_heaps G) (options X)).

(** * Values of options *)

Definition option_value (options : system) (G : heap -> N) (X : heap) (v : N) : Prop :=
  exists o, In o (options X) /\ v = value_of_heaps G o.

Lemma system_is_mex options G X :
  is_system_grundy options G -> is_mex (option_value options G X) (G X).
Proof.
  intro H. rewrite (H X).
  apply (is_mex_same (fun v => In v (map (value_of_heaps G) (options X)))); [| apply mex_spec].
  intro v. rewrite in_map_iff. split; intros (o & A & B); exists o; auto.
Qed.

Lemma same_option_values options G X Y :
  is_system_grundy options G ->
  (forall o, In o (options X) ->
     exists o', In o' (options Y) /\ value_of_heaps G o' = value_of_heaps G o) ->
  (forall o, In o (options Y) ->
     exists o', In o' (options X) /\ value_of_heaps G o' = value_of_heaps G o) ->
  G X = G Y.
Proof.
  intros H A B.
  apply (is_mex_unique _ _ _ _ (system_is_mex _ _ X H) (system_is_mex _ _ Y H)).
  intro v. split; intros (o & I & ->); [apply A in I | apply B in I];
    destruct I as (o' & I & E); exists o'; auto.
Qed.

(** * Play ends where a rank falls: there is one Grundy function *)

Section Ranked.
  Variable options : system.
  Variable rank : heap -> nat.
  Hypothesis falls : forall X o h, In o (options X) -> In h o -> (rank h < rank X)%nat.

  Lemma same_values_of_options F G X :
    (forall h, (rank h < rank X)%nat -> F h = G h) ->
    map (value_of_heaps F) (options X) = map (value_of_heaps G) (options X).
  Proof.
    intro E. apply map_ext_in. intros o I. unfold value_of_heaps. f_equal. apply map_ext_in.
    intros h J. apply E. eauto.
  Qed.

  Theorem system_grundy_unique G H :
    is_system_grundy options G -> is_system_grundy options H -> forall X, G X = H X.
  Proof.
    intros HG HH X. remember (rank X) as r. revert X Heqr.
    induction r as [r IH] using (well_founded_induction Wf_nat.lt_wf). intros X ->.
    rewrite (HG X), (HH X). f_equal. apply same_values_of_options. intros h L. eauto.
  Qed.

  Fixpoint value_within (fuel : nat) (X : heap) : N :=
    match fuel with
    | O => 0
    | S fuel => mex (map (value_of_heaps (value_within fuel)) (options X))
    end.

  Lemma value_within_same f g X :
    (rank X < f)%nat -> (rank X < g)%nat -> value_within f X = value_within g X.
  Proof.
    revert g X. induction f as [| f IH]; intros [| g] X A B; try lia. cbn [value_within].
    f_equal. apply same_values_of_options. intros h L. apply IH; lia.
  Qed.

  Theorem system_grundy_exists : exists G, is_system_grundy options G.
  Proof.
    exists (fun X => value_within (S (rank X)) X). intro X. cbn [value_within]. f_equal.
    apply same_values_of_options. intros h L.
    change (value_within (rank X) h = value_within (S (rank h)) h).
    apply value_within_same; lia.
  Qed.
End Ranked.

(** * The options by schemas *)

Inductive fits : list part -> list heap -> N -> Prop :=
| fits_one p a : fits_part p a = true -> fits [p] [(of_kind p, a)] a
| fits_more p a ps l m : fits_part p a = true -> fits ps l m ->
    fits (p :: ps) ((of_kind p, a) :: l) (a + m).

Lemma fits_nonempty ps l m : fits ps l m -> ps <> [].
Proof. now intros []. Qed.

Lemma In_sized ps l m : In l (sized ps m) <-> fits ps l m.
Proof.
  revert l m. induction ps as [| p ps IH]; intros l m.
  - split; [easy |]. intro F. inversion F.
  - destruct ps as [| q ps].
    + cbn [sized]. destruct (fits_part p m) eqn:E.
      * split.
        -- intros [<- | []]. now constructor.
        -- intro F. inversion_clear F as [? ? F1 | ? ? ? ? ? F1 F2]; [now left | inversion F2].
      * split; [easy |]. intro F. inversion F as [? ? F1 | ? ? ? ? ? F1 F2]; subst;
          [congruence | inversion F2].
    + change (sized (p :: q :: ps) m) with
        (flat_map (fun a => if fits_part p a then map (cons (of_kind p, a)) (sized (q :: ps) (m - a))
                            else []) (upto (S (N.to_nat m)) 0)).
      rewrite in_flat_map. split.
      * intros (a & A & I). destruct (fits_part p a) eqn:E; [| easy].
        apply in_map_iff in I as (l' & <- & I). apply IH in I. apply In_upto in A.
        replace m with (a + (m - a)) by lia. now constructor.
      * intro F. inversion F as [| ? a ? l' m' F1 F2]; subst. exists a.
        split; [apply In_upto; lia |]. rewrite F1. apply in_map, IH.
        now replace (a + m' - a) with m' by lia.
Qed.

Lemma In_by_schema n s o :
  In o (by_schema n s) <->
  allowed (of_modulus s) (in_residues s) n = true /\
  ((parts s = [] /\ o = beside s) \/
   (exists l m, fits (parts s) l m /\ o = l ++ beside s /\ Z.of_N n = (Z.of_N m + drop s)%Z)).
Proof.
  unfold by_schema. destruct (allowed _ _ n); [| split; [easy | intros [A _]; discriminate]].
  destruct (parts s) as [| p ps] eqn:P.
  - split.
    + intros [<- | []]. auto.
    + intros (_ & [[_ ->] | (l & m & F & _)]); [now left | inversion F].
  - rewrite <- P. destruct (Z.leb_spec (drop s) (Z.of_N n)) as [L | L].
    + rewrite in_map_iff. split.
      * intros (l & <- & I). split; auto. right. apply In_sized in I.
        exists l, (Z.to_N (Z.of_N n - drop s)). repeat split; auto. lia.
      * intros (_ & [[E _] | (l & m & F & -> & E)]); [congruence |]. exists l. split; auto.
        apply In_sized. now replace (Z.to_N (Z.of_N n - drop s)) with m by lia.
    + split; [easy |]. intros (_ & [[E _] | (l & m & F & -> & E)]); [congruence | lia].
Qed.

(** A large sum has a large part, which may be changed by a multiple of the moduli. *)
Lemma large_part ps l m c :
  fits ps l m -> N.of_nat (length ps) * c <= m ->
  exists l1 u a l2, l = l1 ++ (u, a) :: l2 /\ c <= a /\
    exists p, In p ps /\ fits_part p a = true /\
    forall b, fits_part p b = true -> fits ps (l1 ++ (u, b) :: l2) (m - a + b) .
Proof.
  intro F. induction F as [p a A | p a ps l m A F IH]; intro L.
  - exists [], (of_kind p), a, []. split; auto. split; [change (N.of_nat (length [p])) with 1 in L; lia |]. exists p.
    repeat split; auto; [now left |]. intros b B. cbn.
    replace (a - a + b) with b by lia. now constructor.
  - destruct (N.le_gt_cases c a) as [C | C].
    + exists [], (of_kind p), a, l. split; auto. split; auto. exists p.
      repeat split; auto; [now left |]. intros b B. cbn.
      replace (a + m - a + b) with (b + m) by lia. now constructor.
    + destruct IH as (l1 & u & b & l2 & -> & Cb & q & Iq & Fb & H).
      { cbn [length] in L. rewrite Nat2N.inj_succ, N.mul_succ_l in L. lia. }
      exists ((of_kind p, a) :: l1), u, b, l2. repeat split; auto. exists q.
      repeat split; [now right | auto |]. intros b' B'. specialize (H b' B').
      assert (b <= m).
      { clear - F Fb. revert F. generalize (l1 ++ (u, b) :: l2) as l, (in_elt (u, b) l1 l2).
        intros l I F. induction F as [| ? ? ? ? ? ? F IH]; cbn in I.
        - destruct I as [E | []]. injection E as _ <-. lia.
        - destruct I as [E | I]; [injection E as _ <-; lia | specialize (IH I); lia]. }
      cbn. replace (a + m - b + b') with (a + (m - b + b')) by lia. now constructor.
Qed.
