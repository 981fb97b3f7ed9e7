WITH found AS (
    SELECT term, d, count, length FROM post WHERE term IN ({terms})
    UNION ALL
    SELECT term, d, count, length FROM post_new WHERE term IN ({terms})
),
corpus AS (
    SELECT count(*)::DOUBLE AS documents, avg(length)::DOUBLE AS mean_length FROM document
),
weight AS (
    SELECT
        term,
        ln(1e0 + (any_value(documents) - count(*) + 5e-1) / (count(*) + 5e-1)) AS idf,
        any_value(mean_length) AS mean_length
    FROM found, corpus
    GROUP BY term
),
-- All terms that were asked for, also those that no item has.
asked AS (
    SELECT
        coalesce((SELECT sum(idf) FROM weight), 0e0)
        + ($terms_asked - (SELECT count(*) FROM weight)) * ln(1e0 + (documents + 5e-1) / 5e-1)
        AS weight
    FROM corpus
),
matched AS (
    SELECT
        d,
        sum(
            idf * count * ($k1 + 1e0)
            / (count + $k1 * (1e0 - $b + $b * length / mean_length))
        ) AS bm25
    FROM found
    JOIN weight USING (term)
    GROUP BY d
),
placed AS (
    SELECT
        item.d,
        item.item,
        item.path,
        item.kind,
        item.text,
        item.title,
        item.author,
        item.dated_at,
        superseded.d IS NOT NULL AS is_superseded,
        item.dated_at IS NULL OR promoted.d IS NOT NULL AS is_evergreen,
        bm25 / (bm25 + $half_score_at * asked.weight) AS relevance,
        CASE
            WHEN item.dated_at IS NULL OR promoted.d IS NOT NULL THEN 1e0
            ELSE pow(2e0, -greatest($now - item.dated_at, 0) / $half_life)
        END AS retention,
        CASE
            WHEN item.dated_at IS NULL OR promoted.d IS NOT NULL THEN 0e0
            ELSE greatest($now - item.dated_at, 0) / $half_life
        END AS half_lives,
        1e0 - $importance_weight * (1e0 - item.importance / $importance_max) AS importance,
        coalesce(distrust.trust, 1e0) AS trust
    FROM matched
    JOIN item USING (d)
    CROSS JOIN asked
    LEFT JOIN (SELECT DISTINCT d FROM supersession) AS superseded USING (d)
    LEFT JOIN (SELECT DISTINCT d FROM promotion) AS promoted USING (d)
    LEFT JOIN distrust USING (d)
)
SELECT
    item,
    path,
    kind,
    text,
    title,
    author,
    dated_at,
    is_superseded,
    is_evergreen,
    relevance * retention * importance * trust AS score,
    relevance,
    retention,
    importance,
    trust
FROM placed
WHERE {filters}
-- The logarithm of the score, which still tells apart what has faded to almost nothing.
ORDER BY round(ln(relevance * importance * trust) - half_lives * ln(2e0), 9) DESC, d
LIMIT $limit
