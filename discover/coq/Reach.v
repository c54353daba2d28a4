(** What can be reached: a set of states that holds the first ones and all that follow its members
    (discover/outcomes/deciding.py). *)
From Coq Require Import PArith List Bool FMapPositive.
Import ListNotations.

Section Reach.
  Context {state : Type}.

  (** A number for each state, to find it again; that others have others is not used. *)
  Variables (code_of : state -> positive) (same : state -> state -> bool).
  Hypothesis same_spec : forall s t, same s t = true -> s = t.
  Hypothesis same_refl : forall s, same s s = true.

  (** [next] is what follows a state. *)
  Variables (next : state -> list state) (ok : state -> bool).
  Notation found := (PositiveMap.t state).

  Definition seen (M : found) (s : state) : bool :=
    match PositiveMap.find (code_of s) M with Some t => same s t | None => false end.

  (** The first states and all that follow them; [None] where one of them is not [ok]. *)
  Fixpoint explore (fuel : nat) (todo : list state) (M : found) : option found :=
    match todo with
    | [] => Some M
    | s :: todo =>
        match fuel with
        | O => None
        | S fuel =>
            match PositiveMap.find (code_of s) M with
            | Some t => if same s t then explore fuel todo M else None
            | None => if ok s then explore fuel (next s ++ todo) (PositiveMap.add (code_of s) s M)
                      else None
            end
        end
    end.

  Definition all_reached (fuel : nat) (first : list state) : bool :=
    match explore fuel first (PositiveMap.empty state) with Some _ => true | None => false end.

  Lemma explore_spec fuel todo M M' :
    explore fuel todo M = Some M' ->
    (forall s, seen M s = true -> ok s = true /\ forall t, In t (next s) -> seen M t = true \/ In t todo) ->
    (forall s, seen M s = true \/ In s todo -> seen M' s = true) /\
    (forall s, seen M' s = true -> ok s = true /\ forall t, In t (next s) -> seen M' t = true).
  Proof.
    revert todo M. induction fuel as [| fuel IH]; intros [| s todo] M E H; cbn [explore] in E;
      try discriminate.
    1, 2: injection E as <-; split; [intros s [? | []]; auto |]; intros s Hs;
      destruct (H s Hs) as [A B]; split; auto; intros t I; now destruct (B t I) as [? | []].
    destruct (PositiveMap.find (code_of s) M) as [u |] eqn:F.
    - destruct (same s u) eqn:Q; [| discriminate].
      assert (Sn : seen M s = true) by (unfold seen; now rewrite F).
      destruct (IH _ _ E) as [A B].
      + intros v Hv. destruct (H v Hv) as [C D]. split; auto. intros t I.
        destruct (D t I) as [? | [<- | ?]]; auto.
      + split; auto. intros v [? | [<- | ?]]; auto.
    - destruct (ok s) eqn:K; [| discriminate].
      set (M1 := PositiveMap.add (code_of s) s M) in *.
      assert (Own : seen M1 s = true).
      { unfold seen, M1. now rewrite PositiveMap.gss, same_refl. }
      assert (Old : forall v, seen M v = true -> seen M1 v = true).
      { intros v Hv. unfold seen, M1 in *. destruct (Pos.eq_dec (code_of v) (code_of s)) as [X | X].
        - rewrite X, F in Hv. discriminate.
        - now rewrite PositiveMap.gso. }
      destruct (IH _ _ E) as [A B].
      + intros v Hv. destruct (Pos.eq_dec (code_of v) (code_of s)) as [X | X].
        * unfold seen, M1 in Hv. rewrite X, PositiveMap.gss in Hv.
          apply same_spec in Hv. subst v. split; auto.
          intros t I. right. apply in_or_app. now left.
        * assert (Hv' : seen M v = true).
          { unfold seen, M1 in *. now rewrite PositiveMap.gso in Hv. }
          destruct (H v Hv') as [C D]. split; auto. intros t I.
          destruct (D t I) as [? | [<- | ?]]; auto. right. apply in_or_app. now right.
      + split; auto. intros v [? | [<- | ?]]; auto. apply A. right. apply in_or_app. now right.
  Qed.

  (** Then there is a set of states that holds the first ones and all that follow its members, and
      all of its members are [ok]. *)
  Theorem reached fuel first :
    all_reached fuel first = true ->
    exists P : state -> Prop,
      (forall s, In s first -> P s) /\ (forall s, P s -> ok s = true) /\
      (forall s t, P s -> In t (next s) -> P t).
  Proof.
    unfold all_reached. destruct (explore _ _ _) as [M |] eqn:E; [intros _ | discriminate].
    destruct (explore_spec _ _ _ _ E) as [A B].
    - intros s H. unfold seen in H. rewrite PositiveMap.gempty in H. discriminate.
    - exists (fun s => seen M s = true). repeat split; auto; intros s H; [| intros t]; apply B; auto.
  Qed.
End Reach.

