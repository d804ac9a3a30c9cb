-- Where codes of fingerprints stand, so that a search reads only what agrees with the piece; docs/decisions/0045-fingerprints.md.
-- A third of the codes is enough to find the parts that are then compared as a whole. 3 divides none of the places of a code, so codes
-- that differ in one place are spread over all remainders.
CREATE TABLE fingerprint_codes (
  code integer NOT NULL,
  -- Of `fingerprints`. The triggers below keep them together.
  part bigint NOT NULL,
  frame integer NOT NULL,
  PRIMARY KEY (code, part, frame)
);

CREATE FUNCTION index_fingerprint_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fingerprint_codes (code, part, frame)
  SELECT own.code, NEW.id, own.frame FROM unnest(NEW.codes, NEW.frames) AS own (code, frame) WHERE own.code % 3 = 0
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER index_fingerprint_codes AFTER INSERT ON fingerprints
  FOR EACH ROW EXECUTE FUNCTION index_fingerprint_codes();

-- By the codes, so that the table needs no second index.
CREATE FUNCTION forget_fingerprint_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM fingerprint_codes USING unnest(OLD.codes, OLD.frames) AS own (code, frame)
  WHERE fingerprint_codes.code = own.code AND part = OLD.id AND fingerprint_codes.frame = own.frame;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_fingerprint_codes AFTER DELETE ON fingerprints
  FOR EACH ROW EXECUTE FUNCTION forget_fingerprint_codes();

INSERT INTO fingerprint_codes (code, part, frame)
SELECT own.code, part.id, own.frame
FROM fingerprints part CROSS JOIN LATERAL unnest(part.codes, part.frames) AS own (code, frame)
WHERE own.code % 3 = 0
ON CONFLICT DO NOTHING;

DROP INDEX fingerprints_by_code;
