-- The chunks that a search finds, sooner; what is found stays the same. What is found is sorted as it comes: words that
-- are in nearly all texts are in nearly all chunks, of which a large archive has tens of thousands, and keeping these
-- before they were sorted took a third of the time. `offset 0` keeps the conditions of the index apart from those of the
-- place, as the kept rows did. A group of many terms that is all that is asked for (the numbers that begin alike) is
-- asked for by tens: the index compares every entry of one condition with every other, and bitmaps of several are put
-- together in a quarter of the time. Beside other conditions it stays one condition, or PostgreSQL might compare terms
-- in the rows.
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
    select ' and (' || coalesce(string_agg(format('c.terms && %L::integer[]', tens.terms), ' or '), 'false') || ')'
    into in_groups from (
      select array_agg(term) as terms from unnest(groups[1]::integer[]) with ordinality t (term, place)
      group by (place - 1) / 10) tens;
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
