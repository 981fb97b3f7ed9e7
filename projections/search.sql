WITH found AS MATERIALIZED (
    SELECT term, u, count FROM post WHERE term IN ({terms})
    UNION ALL
    SELECT term, u, count FROM post_new WHERE term IN ({terms})
),
corpus AS (
    SELECT
        count(*)::DOUBLE AS documents,
        (
            sum(length)
            + $context_weight * sum(surroundings + if(context_of IS NULL, 0, length))
        ) / count(*) AS mean_length
    FROM document
),
weight AS (
    SELECT term, ln(1e0 + (any_value(documents) - count(*) + 5e-1) / (count(*) + 5e-1)) AS idf
    FROM found, corpus
    GROUP BY term
),
-- All terms that were asked for, also those that no item has; 1 where only meaning is asked for.
asked AS (
    SELECT
        if(
            $terms_asked = 0,
            1e0,
            coalesce((SELECT sum(idf) FROM weight), 0e0)
            + ($terms_asked - (SELECT count(*) FROM weight)) * ln(1e0 + (documents + 5e-1) / 5e-1)
        ) AS weight
    FROM corpus
),
-- What stands in a neighbour counts as a part of it.
frequency AS (
    SELECT term, u, sum(count) AS count
    FROM (
        SELECT term, u, count::DOUBLE AS count FROM found
        UNION ALL
        SELECT term, context.u, $context_weight * count
        FROM found
        JOIN context ON context.neighbour = found.u
        WHERE $context_weight > 0e0
    )
    GROUP BY term, u
),
size AS (
    SELECT
        document.u,
        document.length
        + $context_weight * (document.surroundings + coalesce(after.length, 0)) AS length
    FROM (SELECT DISTINCT u FROM frequency) AS touched
    JOIN document USING (u)
    LEFT JOIN document AS after ON after.context_of = document.u
),
matched AS MATERIALIZED (
    SELECT
        u,
        sum(
            idf * count * ($k1 + 1e0)
            / (count + $k1 * (1e0 - $b + $b * size.length / mean_length))
        ) AS bm25
    FROM frequency
    JOIN weight USING (term)
    JOIN size USING (u)
    CROSS JOIN corpus
    GROUP BY u
),
-- The same for whole sessions.
session_size AS (
    SELECT session, sum(length)::DOUBLE AS length FROM document GROUP BY session
),
session_corpus AS (
    SELECT count(*)::DOUBLE AS sessions, avg(length) AS mean_length FROM session_size
),
session_frequency AS (
    SELECT term, session, sum(count)::DOUBLE AS count
    FROM found
    JOIN document USING (u)
    GROUP BY term, session
),
session_weight AS (
    SELECT term, ln(1e0 + (any_value(sessions) - count(*) + 5e-1) / (count(*) + 5e-1)) AS idf
    FROM session_frequency, session_corpus
    GROUP BY term
),
session_match AS MATERIALIZED (
    SELECT
        session,
        sum(
            idf * count * ($k1 + 1e0)
            / (count + $k1 * (1e0 - $b + $b * session_size.length / mean_length))
        ) AS bm25
    FROM session_frequency
    JOIN session_weight USING (term)
    JOIN session_size USING (session)
    CROSS JOIN session_corpus
    GROUP BY session
),
-- What a signal of weight 1 is worth: as much as the best match of words.
unit AS MATERIALIZED (
    SELECT
        coalesce((SELECT max(bm25) FROM matched), weight) AS worth,
        coalesce((SELECT max(bm25) FROM session_match), 1e0) AS best_session,
        weight
    FROM asked
),
candidate AS (
    SELECT u, bm25 FROM matched{more_candidates}
),
signal AS (
    SELECT
        document.d,
        candidate.u,
        candidate.bm25,
        {author} AS author,
        candidate.u IN (SELECT u FROM found) AS has_word,
        {session} AS session_bm25,
        {date} AS date,
        {time} AS time,
        {vector} AS vector
    FROM candidate
    JOIN document USING (u)
    JOIN item USING (d){session_match}{similarity}
),
fused AS (
    SELECT
        d,
        u,
        has_word,
        bm25
        + worth * (
            $author_weight * author
            + $session_weight * session_bm25 / best_session
            + $date_weight * date
            + $time_weight * time
            + $vector_weight * vector
        ) AS match,
        {{
            'u': u,
            'words': bm25 / worth,
            'author': author,
            'session': session_bm25 / best_session,
            'date': date,
            'time': time,
            'vector': vector
        }} AS signals
    FROM signal, unit
),
-- An item is as good as its best part.
best AS (
    SELECT
        d,
        max(match) AS match,
        arg_max(signals, {{'match': round(match, 9), 'earlier': -u}}) AS signals,
        bool_or(has_word) AS has_word
    FROM fused
    GROUP BY d
),
placed AS (
    SELECT
        item.d,
        item.item,
        item.path,
        item.kind,
        item.text,
        best.signals.u % 1024 AS part,
        item.title,
        item.author,
        item.origin,
        item.dated_at,
        superseded.d IS NOT NULL AS is_superseded,
        item.dated_at IS NULL OR promoted.d IS NOT NULL AS is_evergreen,
        match / (match + $half_score_at * unit.weight) AS relevance,
        {half_lives} AS half_lives,
        {importance} AS importance,
        {trust} AS trust,
        best.has_word,
        best.signals{standing_of_item}
    FROM best
    JOIN item USING (d)
    CROSS JOIN unit
    LEFT JOIN (SELECT DISTINCT d FROM supersession) AS superseded USING (d)
    LEFT JOIN (SELECT DISTINCT d FROM promotion) AS promoted USING (d)
    {standing} USING (d)
    WHERE {is_match}
),
faded AS (
    SELECT
        *,
        {retention} AS retention
    FROM placed
)
SELECT
    item,
    path,
    kind,
    text,
    part,
    title,
    author,
    origin,
    dated_at,
    is_superseded,
    is_evergreen,
    has_word,
    {score} AS score,
    relevance,
    retention,
    importance,
    trust,
    signals.words,
    signals.author AS author_signal,
    signals.session,
    signals.date,
    signals.time,
    signals.vector{graph}
FROM faded
WHERE {filters}
-- The logarithm of the score, which still tells apart what has faded to almost nothing.
ORDER BY
    round(
        {logarithm},
        9
    ) DESC,
    d
LIMIT $limit
