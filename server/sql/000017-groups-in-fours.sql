-- A group of many terms, asked for by fours where it was by tens: another quarter of the time for the numbers that begin
-- alike. What is found stays the same.
create or replace function find_message_chunks(in_owner_id uuid, in_from timestamptz, in_before timestamptz,
    word_terms integer[], unless_term integer, all_terms integer[], groups text[], chunks_max integer)
  returns table (from_at timestamptz, until_at timestamptz)
  language plpgsql stable set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  columns constant text := 'select c.owner_id, c.from_at, c.until_at from message_chunks c where true';
  in_groups text := '';
  found text := columns;
  member text;
begin
  if cardinality(word_terms || all_terms) = 0 and cardinality(groups) = 1 then
    -- A group without a term has no chunk.
    select ' and (' || coalesce(string_agg(format('c.terms && %L::integer[]', fours.terms), ' or '), 'false') || ')'
    into in_groups from (
      select array_agg(term) as terms from unnest(groups[1]::integer[]) with ordinality t (term, place)
      group by (place - 1) / 4) fours;
  else
    foreach member in array groups loop
      in_groups := in_groups || format(' and c.terms && %L::integer[]', member);
    end loop;
  end if;
  if cardinality(word_terms || all_terms) > 0 then found := found || ' and c.terms @> ($1 || $2)'; end if;
  found := found || in_groups;
  if cardinality(word_terms) > 0 then
    found := found || ' union all ' || columns || ' and c.terms @> ($3 || $2)' || in_groups;
  end if;
  return query execute 'select f.from_at, f.until_at from (' || found || ' offset 0) f
      where f.owner_id = $4 and f.until_at >= $5 and f.from_at < $6 order by f.until_at desc limit $7'
    using word_terms, all_terms, array[unless_term], in_owner_id, in_from, in_before, chunks_max;
end $$;
