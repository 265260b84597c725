BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE entries (
	table_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "entries" VALUES('hqtu8xben8',1,1795661538855,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',2,1795661538863,'move',1,'{"action": "bid 1 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',3,1795661538883,'move',2,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',4,1795661538887,'move',3,'{"action": "bid 2 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',5,1795661538903,'move',0,'{"action": "bid 8 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',6,1795661538915,'move',1,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',7,1795661538927,'move',2,'{"action": "bid 8 1", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',8,1795661538939,'move',3,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',9,1795661538943,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',10,1795661538954,'move',1,'{"action": "bid 2 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',11,1795661538967,'move',2,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',12,1795661538980,'move',3,'{"action": "bid 3 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',13,1795661538991,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',14,1795661539004,'move',1,'{"action": "bid 1 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',15,1795661539015,'move',2,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',16,1795661539027,'move',3,'{"action": "bid 2 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',17,1795661539035,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',18,1795661539051,'move',1,'{"action": "bid 3 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',19,1795661539063,'move',2,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',20,1795661539069,'move',3,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',21,1795661539079,'move',3,'{"action": "move doubloon of 3 from pilot to first-mate", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',22,1795661539083,'move',1,'{"action": "move doubloon of 1 from first-mate to cook", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',23,1795661539091,'move',0,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',24,1795661539100,'move',2,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',25,1795661539107,'move',3,'{"action": "offer 1 for 3", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',26,1795661539115,'move',1,'{"action": "pick 3 paid by 3", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',27,1795661539123,'move',0,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',28,1795661539131,'move',2,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',29,1795661539139,'move',3,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',30,1795661539147,'move',1,'{"action": "pick 3", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',31,1795661539154,'move',3,'{"action": "south", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',32,1795661539163,'move',1,'{"action": "retrieve first-mate", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',33,1795661539169,'move',1,'{"action": "retrieve first-mate", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',34,1795661539179,'move',1,'{"action": "retrieve cook", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',35,1795661539183,'move',2,'{"action": "retrieve gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',36,1795661539187,'move',2,'{"action": "retrieve gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',37,1795661539195,'move',2,'{"action": "retrieve gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',38,1795661539199,'move',3,'{"action": "retrieve first-mate", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',39,1795661539203,'move',3,'{"action": "retrieve deck-hand", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',40,1795661539205,'move',3,'{"action": "retrieve deck-hand", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',41,1795661539211,'move',0,'{"action": "retrieve gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',42,1795661539215,'move',0,'{"action": "retrieve gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',43,1795661539219,'move',0,'{"action": "retrieve gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',44,1795661539227,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',45,1795661539235,'move',1,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',46,1795661539239,'move',2,'{"action": "bid 1 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',47,1795661539243,'move',3,'{"action": "bid 2 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',48,1795661539247,'move',0,'{"action": "bid 3 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',49,1795661539251,'move',1,'{"action": "bid 4 4", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',50,1795661539255,'move',2,'{"action": "bid 2 2", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',51,1795661539259,'move',3,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',52,1795661539263,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',53,1795661539267,'move',1,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',54,1795661539269,'move',3,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',55,1795661539279,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',56,1795661539283,'move',1,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',57,1795661539291,'move',3,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',58,1795661539299,'move',0,'{"action": "bid 0 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',59,1795661539305,'move',1,'{"action": "bid 0 1", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',60,1795661539317,'move',3,'{"action": "bid 2 0", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',61,1795661539319,'move',3,'{"action": "move rum of 1 from first-mate to pilot", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',62,1795661539324,'move',0,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',63,1795661539341,'move',3,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',64,1795661539345,'move',1,'{"action": "pick 1", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',65,1795661539352,'move',1,'{"action": "move doubloon of 1 from deck-hand to gunner", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',66,1795661539360,'move',0,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',67,1795661539365,'move',3,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',68,1795661539370,'move',1,'{"action": "pick 1", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',69,1795661539372,'move',1,'{"action": "north", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',70,1795661539379,'move',0,'{"action": "no offer", "by": "player"}');
INSERT INTO "entries" VALUES('hqtu8xben8',71,1795661539381,'move',3,'{"action": "offer 1 for 2", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',1,1795661539393,'move',1,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',2,1795661539395,'move',1,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',3,1795661539399,'move',1,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',4,1795661539403,'move',1,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',5,1795661539404,'move',1,'{"action": "swap pink 1", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',6,1795661539407,'move',1,'{"action": "swap grey 1", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',7,1795661539411,'move',2,'{"action": "take bijoux", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',8,1795661539412,'move',2,'{"action": "side valverde", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',9,1795661539415,'move',1,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',10,1795661539419,'move',1,'{"action": "take valverde", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',11,1795661539420,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',12,1795661539423,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',13,1795661539427,'move',2,'{"action": "take pang", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',14,1795661539428,'move',2,'{"action": "draw", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',15,1795661539429,'move',0,'{"action": "take bijoux", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',16,1795661539435,'move',0,'{"action": "side diaz", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',17,1795661539439,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',18,1795661539440,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',19,1795661539443,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',20,1795661539447,'move',0,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',21,1795661539448,'move',0,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',22,1795661539451,'move',1,'{"action": "take nero", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',23,1795661539455,'move',1,'{"action": "buy", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',24,1795661539456,'move',1,'{"action": "buy", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',25,1795661539459,'move',0,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',26,1795661539463,'move',0,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',27,1795661539467,'move',0,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',28,1795661539468,'move',0,'{"action": "take crackpott", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',29,1795661539470,'move',1,'{"action": "take bijoux", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',30,1795661539475,'move',1,'{"action": "side valverde", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',31,1795661539479,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',32,1795661539480,'move',2,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',33,1795661539483,'move',1,'{"action": "open", "by": "player"}');
INSERT INTO "entries" VALUES('katuc6jhbj',34,1795661539487,'move',1,'{"action": "open", "by": "player"}');
CREATE TABLE guests (
	owner TEXT NOT NULL, 
	name TEXT NOT NULL, 
	email TEXT, 
	publish INTEGER NOT NULL, 
	push TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	seen INTEGER NOT NULL, pending TEXT, code TEXT, since INTEGER, language TEXT, 
	PRIMARY KEY (owner)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE holders (
	holder TEXT NOT NULL, 
	table_id TEXT NOT NULL, seen INTEGER, 
	PRIMARY KEY (holder, table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
INSERT INTO "holders" VALUES('ann''s hash','hqtu8xben8',NULL);
INSERT INTO "holders" VALUES('ann''s hash','katuc6jhbj',NULL);
CREATE TABLE messages (
	table_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	audience TEXT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE notices (
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	owner TEXT NOT NULL, 
	at INTEGER NOT NULL, 
	PRIMARY KEY (table_id, seat, version, owner), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID,
 STRICT

;
CREATE TABLE tables (
	ordinal INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	components TEXT NOT NULL, 
	setup TEXT NOT NULL, 
	names TEXT NOT NULL, 
	kinds TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	public INTEGER NOT NULL, 
	terms TEXT NOT NULL, 
	parent TEXT, 
	relation TEXT, 
	prelude TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	standing TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	wake_at INTEGER, touched INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (ordinal), 
	UNIQUE (id)
)
 STRICT

;
INSERT INTO "tables" VALUES(1,'hqtu8xben8','mutiny',1,'{"players": 4}','null','null','["Seat 1", "Seat 2", "Seat 3", "Seat 4"]','["human", "human", "human", "human"]','old 9','ann''s hash',1795661538,0,'{"clock": "none", "per_move": 0, "reserve": 0, "days": 0, "timeout": "move", "take_back": true, "talk": true, "coach": false}',NULL,NULL,'[]',71,'running','{"over": false, "round": 2, "rounds": null, "to_act": [1], "winners": [], "scores": null}','[{"seat": 0, "name": "Seat 1", "kind": "human", "holders": ["ann''s hash"], "away": false}, {"seat": 1, "name": "Seat 2", "kind": "human", "holders": ["ann''s hash"], "away": false}, {"seat": 2, "name": "Seat 3", "kind": "human", "holders": ["ann''s hash"], "away": false}, {"seat": 3, "name": "Seat 4", "kind": "human", "holders": ["ann''s hash"], "away": false}]',NULL,1795661539381);
INSERT INTO "tables" VALUES(2,'katuc6jhbj','cartagena',1,'{"players": 3}','null','null','["Seat 1", "Seat 2", "Seat 3"]','["human", "human", "human"]','old 0','ann''s hash',1795661539,0,'{"clock": "none", "per_move": 0, "reserve": 0, "days": 0, "timeout": "move", "take_back": true, "talk": true, "coach": false}',NULL,NULL,'[]',34,'running','{"over": false, "round": 5, "rounds": null, "to_act": [1], "winners": [], "scores": null}','[{"seat": 0, "name": "Seat 1", "kind": "human", "holders": ["ann''s hash"], "away": false}, {"seat": 1, "name": "Seat 2", "kind": "human", "holders": ["ann''s hash"], "away": false}, {"seat": 2, "name": "Seat 3", "kind": "human", "holders": ["ann''s hash"], "away": false}]',NULL,1795661539487);
CREATE INDEX tables_by_owner ON tables (owner);
CREATE INDEX tables_unfinished ON tables (ordinal) WHERE state IN ('waiting', 'running');
CREATE INDEX tables_public ON tables (state, ordinal) WHERE public = 1;
CREATE INDEX tables_to_wake ON tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX holders_by_table ON holders (table_id);
CREATE UNIQUE INDEX tables_rematch ON tables (parent) WHERE relation = 'rematch' AND state <> 'closed';
CREATE UNIQUE INDEX guests_by_code ON guests (code);
CREATE INDEX guests_to_tell ON guests (owner) WHERE since IS NOT NULL;
CREATE INDEX tables_touched ON tables (state, touched, ordinal) WHERE public = 1;
COMMIT;
