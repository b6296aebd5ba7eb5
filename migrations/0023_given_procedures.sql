-- What a bundle gives can be seen by whom it is given to, for as long as it stays approved where it comes from. The
-- tables of allocations show each account its own rows only.
create policy given on bundle_procedures for select using (
  exists (
    select 1
    from bundle_allocations as allocation
    where allocation.account_id = current_account()
      and allocation.bundle_id = bundle_procedures.bundle_id
  )
  or exists (
    select 1
    from bundle_seats as given
    where given.account_id = current_account()
      and given.bundle_id = bundle_procedures.bundle_id
  )
);

create policy given on procedures for select using (
  status = 'approved'
  and exists (
    select 1
    from bundle_procedures as content
    where content.account_id = procedures.account_id
      and content.procedure_id = procedures.id
  )
);
