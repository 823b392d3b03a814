-- Chunks are counted, and every 2,048 of an owner are a part, whose number is one more term of each. What is frequent
-- fills a page from the newest two parts, by which the index passes over all others: words that are in nearly all texts
-- were in tens of thousands of chunks, which all were sorted. Only what is not found there often enough is asked of the
-- whole archive, and is rare in it. Chunks from before have no part and are asked as they were.
alter table message_digests add column chunks bigint not null default 0;
alter table message_digests add constraint message_digests_chunks_not_negative check (chunks >= 0);
alter table message_chunks add column part integer;

-- The chunks of an owner, newest first, that have all of these terms and one of each of these groups. `unless_term`: one
-- that has it counts as having all of `word_terms`; one that has both comes twice. Everything is a condition of the one
-- index: terms lie outside their rows, and comparing them there would fetch some kilobytes for each. For the same reason
-- there is no scan of the table. What is found is sorted as it comes; `offset 0` keeps the conditions of the index apart
-- from those of the place. A group of many terms that is all that the whole archive is asked for (the numbers that begin
-- alike) is asked for by fours: the index compares every entry of one condition with every other, and bitmaps of several
-- are put together in a quarter of the time. Beside other conditions, such as that of the parts, it stays one condition,
-- or PostgreSQL compares terms in the rows.
create or replace function find_message_chunks(in_owner_id uuid, in_from timestamptz, in_before timestamptz,
    word_terms integer[], unless_term integer, all_terms integer[], groups text[], chunks_max integer)
  returns table (from_at timestamptz, until_at timestamptz)
  language plpgsql stable set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  columns constant text := 'select c.owner_id, c.from_at, c.until_at from message_chunks c where true';
  wanted text := '';
  instead text := '';
  in_parts text := '';
  member text;
  newest_part integer;
  begins timestamptz[];
  ends timestamptz[];
begin
  foreach member in array groups loop
    wanted := wanted || format(' and c.terms && %L::integer[]', member);
  end loop;
  instead := wanted;
  if cardinality(word_terms || all_terms) > 0 then
    wanted := wanted || format(' and c.terms @> %L::integer[]', word_terms || all_terms);
  end if;
  instead := instead || format(' and c.terms @> %L::integer[]', unless_term || all_terms);

  -- Of the newest chunk that begins before the place: the one that the place lies in, or the one before it.
  select c.part into newest_part from (
    (select m.part, m.from_at, m.until_at from message_chunks m
      where m.owner_id = in_owner_id and m.until_at >= in_before order by m.until_at limit 1)
    union all
    (select m.part, m.from_at, m.until_at from message_chunks m
      where m.owner_id = in_owner_id and m.until_at < in_before order by m.until_at desc limit 1)) c
  where c.from_at < in_before order by c.until_at desc limit 1;
  if newest_part is not null then
    in_parts := format(' and c.terms && %L::integer[]', array[newest_part - 1, newest_part]);
  end if;

  loop
    if in_parts = '' and cardinality(word_terms || all_terms) = 0 and cardinality(groups) = 1 then
      -- A group without a term has no chunk.
      select ' and (' || coalesce(string_agg(format('c.terms && %L::integer[]', fours.terms), ' or '), 'false') || ')'
      into wanted from (
        select array_agg(term) as terms from unnest(groups[1]::integer[]) with ordinality t (term, place)
        group by (place - 1) / 4) fours;
    end if;
    execute 'select array_agg(found.from_at), array_agg(found.until_at) from (
        select f.from_at, f.until_at from (' || columns || in_parts || wanted
          || case when cardinality(word_terms) > 0 then ' union all ' || columns || in_parts || instead else '' end
          || ' offset 0) f
        where f.owner_id = $1 and f.until_at >= $2 and f.from_at < $3 order by f.until_at desc limit $4) found'
      into begins, ends using in_owner_id, in_from, in_before, chunks_max;
    exit when in_parts = '' or coalesce(cardinality(ends), 0) >= chunks_max;
    in_parts := '';
  end loop;
  return query select * from unnest(begins, ends);
end $$;
