# A puzzle's world: states, moves, and what a move leads to. Reads the JSON file that lies beside it.
#
#     var world = preload("res://puzzle_world.gd").new()
#     world.load_game("res://puzzle.json")
#     for move in world.moves():
#         print(world.words(move))
#     world.apply(world.moves()[0])
#
# For a game in which objects are clicked: `moves_with(id)` is what can be done with one of them, `look(id)` what it looks
# like. What came inside something before anybody could look is a secret until it has been out: `content(id)` is null.
# `state` is a plain dictionary: keep it and put it back to undo, or write it to a file to save.
# `hint_text(1)` says where to look, `hint_text(2)` what is needed, `hint_text(3)` what to do.
# A merciful game refuses what would make it impossible to win (`apply` is false, `refused` says why);
# a polite one says so afterwards (`doomed`).
extends Reference

signal said(text)
signal solved(area)
signal opened(area)
signal won
signal lost
signal refused(text)
signal doomed(text)

var game = {}
var items = {}
var areas = {}
var rules = {}
var state = {}
var _quiet = false


func load_game(path):
	var file = File.new()
	var problem = file.open(path, File.READ)
	if problem != OK:
		push_error("the puzzle %s cannot be read" % path)
		return false
	var found = JSON.parse(file.get_as_text())
	file.close()
	if found.error != OK or not (found.result is Dictionary) or found.result.get("format") != "puzzlesynth.game/1":
		push_error("%s is not a puzzle" % path)
		return false
	game = found.result
	items = _by(game["items"], "name")
	areas = _by(game["areas"], "name")
	rules = _by(game["rules"], "number")
	_ground = null
	_plans = []
	restart()
	return true


func restart():
	state = {
		"things": game["objects"].duplicate(true),
		"open": game["open"].duplicate(),
		"solved": game["solved"].duplicate(),
		"player": game["player"],
		"status": "playing",
	}
	for one in state["things"]:
		one["secret"] = one["inside"] != null
	_settle()


# -- what can be done


func moves():
	var found = []
	if state["status"] != "playing":
		return found
	for area in areas[state["player"]]["paths"]:
		if area in state["open"]:
			found.append({"kind": "walk", "area": area})
	for thing in state["things"]:
		if carried(thing):
			found.append({"kind": "drop", "object": thing["id"]})
		elif thing["area"] == state["player"] and items[thing["item"]]["carryable"]:
			found.append({"kind": "take", "object": thing["id"]})
	for rule in game["rules"]:
		found += _uses(rule)
	return found


# Everything that can be done now and involves an object, whether as the first one or not.
func moves_with(id):
	var found = []
	for move in moves():
		if move["kind"] == "use" and id in move["inputs"] or move.get("object") == id:
			found.append(move)
	return found


func _uses(rule):
	var found = []
	var nodes = []
	for thing in state["things"]:
		if at_hand(thing):
			nodes.append(node(thing["id"]))
	for chosen in _fillings(rule, nodes, []):
		for way in rule["ways"]:
			var move = {"kind": "use", "rule": rule["number"], "inputs": chosen, "items": way}
			if _effect(rule, chosen, way) != null:
				found.append(move)
	return found


func _fillings(rule, nodes, chosen):
	if chosen.size() == rule["inputs"].size():
		return [chosen]
	var found = []
	for one in nodes:
		if not (one["tag"] in chosen) and matches(one, rule["inputs"][chosen.size()]):
			found += _fillings(rule, nodes, chosen + [one["tag"]])
	return found


# Does a move; false if it is not possible now.
func apply(move):
	var possible = false
	for one in moves():
		if JSON.print(one, "", true) == JSON.print(move, "", true):
			possible = true
	if not possible:
		return false
	var before = state
	var after = _tried(move) if move["kind"] == "use" and game["cruelty"] != "cruel" else null
	if after != null and game["cruelty"] == "merciful" and chance(before) == "winnable" and chance(after) != "winnable":
		var end = "would be the end" if after["status"] == "lost" else "would make the game impossible to win"
		emit_signal("refused", "Better not: that %s." % end)
		return false
	state = state.duplicate(true)
	if move["kind"] == "walk":
		state["player"] = move["area"]
	elif move["kind"] == "take":
		thing(move["object"])["area"] = null
	elif move["kind"] == "drop":
		thing(move["object"])["area"] = state["player"]
	else:
		_use(move)
	if after != null and game["cruelty"] == "polite" and after["status"] == "playing":
		if chance(after) == "dead" and chance(before) != "dead":
			emit_signal("doomed", "The game cannot be won any more. You can undo it.")
	return true


# The state after a move, without doing it.
func _tried(move):
	var before = state
	_quiet = true
	state = before.duplicate(true)
	_use(move)
	var after = state
	state = before
	_quiet = false
	return after


func _tell(what, about = null):
	if _quiet:
		return
	if about == null:
		emit_signal(what)
	else:
		emit_signal(what, about)


func _use(move):
	var rule = rules[move["rule"]]
	var effect = _effect(rule, move["inputs"], move["items"])
	var inputs = []
	var carrying = false
	for id in move["inputs"]:
		inputs.append(thing(id)["item"])
	for role in rule["destroyed"]:
		if carried(thing(move["inputs"][role])):
			carrying = true
	var names = _fresh_names(move["items"])
	for top in effect["destroyed"]:
		for one in within(top):
			state["things"].erase(thing(one["tag"]))
	var outputs = []
	for top in effect["outputs"]:
		outputs.append(top["item"])
		_place(top, names, carrying)
	_tell("said", _sentence(rule, inputs, outputs))
	if rule["fail"]:
		state["status"] = "lost"
		_tell("lost")
	else:
		_settle()


func _place(top, names, carrying):
	var inside = null
	var new_around = false
	for one in within(top):
		var old = null
		var id = one["tag"]
		if typeof(id) == TYPE_STRING:
			old = thing(id)
		else:
			id = names[id]
		var where = null
		if inside == null:
			where = state["player"]
			if old == null and carrying and items[one["item"]]["carryable"]:
				where = null
			elif old != null and old["inside"] == null:
				where = old["area"]
		var secret = new_around if old == null else old.get("secret", false) and old["inside"] == inside
		new_around = old == null
		var made = {"id": id, "item": one["item"], "properties": one["properties"], "area": where, "inside": inside, "secret": secret}
		if old == null:
			state["things"].append(made)
		else:
			state["things"][state["things"].find(old)] = made
		inside = id


func _fresh_names(made):
	var taken = []
	for one in game["objects"] + state["things"]:
		taken.append(one["id"])
	var names = []
	for item in made:
		var plain = items[item]["plain"]
		var name = plain
		var number = 2
		while name in taken:
			name = "%s_%d" % [plain, number]
			number += 1
		taken.append(name)
		names.append(name)
	return names


# -- what a rule does


# The objects of the outputs and what is destroyed; null where the rule does not apply.
func _effect(rule, inputs, made):
	var nodes = []
	for role in range(inputs.size()):
		var one = node(inputs[role])
		if not matches(one, rule["inputs"][role]):
			return null
		nodes.append(one)
	var effect = _carried_out(rule, nodes, made)
	if effect != null and _too_many(made, effect["destroyed"]):
		return null
	return effect


# The same for any objects that match, however many there are; null where something full would be filled.
func _carried_out(rule, nodes, made):
	var inside = []
	for one in nodes:
		inside.append(one["content"])
	var outputs = []
	for j in range(rule["outputs"].size()):
		var term = rule["outputs"][j]
		if rule["bound"][j] != null:
			outputs.append(_changed(nodes[rule["bound"][j]], term, null))
		elif rule["released"][j] != null:
			var content = inside[rule["released"][j]]
			inside[rule["released"][j]] = null
			outputs.append(_changed(content, term, content["content"]))
		else:
			var slot = int(rule["made"][j])
			outputs.append(_changed(_fresh(made[slot], slot), term, null))
	for j in range(outputs.size()):
		if rule["bound"][j] != null:
			outputs[j]["content"] = inside[rule["bound"][j]]
	var gone = []
	for role in rule["destroyed"]:
		gone.append(_holding(nodes[role], inside[role]))
	for j in range(outputs.size()):
		var how = rule["filling"][j]
		if how == "untouched":
			continue
		var held = outputs[j]["content"]
		if how == "emptied":
			if held != null:
				gone.append(held)
			outputs[j]["content"] = null
			continue
		if held != null:
			return null
		var what = int(rule["filledBy"][j])
		if how == "stored":
			outputs[j]["content"] = _holding(nodes[what], inside[what])
		else:
			outputs[j]["content"] = _fresh(made[what], what)
	return {"outputs": outputs, "destroyed": gone}


func _too_many(made, gone):
	for item in made:
		var count = made.count(item)
		for one in state["things"]:
			if one["item"] == item:
				count += 1
		for top in gone:
			for one in within(top):
				if one["item"] == item:
					count -= 1
		if count > items[item]["copies"]:
			return true
	return false


func _fresh(item, slot):
	return {"tag": slot, "item": item, "properties": items[item]["properties"], "content": null}


func _holding(one, content):
	return {"tag": one["tag"], "item": one["item"], "properties": one["properties"], "content": content}


func _changed(one, term, content):
	var properties = one["properties"].duplicate(true)
	for pair in term["properties"]:
		if pair[0] == "carryable":
			continue
		var at = -1
		for k in range(properties.size()):
			if properties[k][0] == pair[0]:
				at = k
		if _is_false(pair[1]):
			if at >= 0:
				properties.remove(at)
		elif at >= 0:
			properties[at] = pair
		else:
			properties.append(pair)
	return {"tag": one["tag"], "item": one["item"], "properties": properties, "content": content}


func _settle():
	var again = true
	while again:
		again = false
		for area in game["areas"]:
			if area["goal"] == null or area["name"] in state["solved"] or not _met(area["goal"]):
				continue
			again = true
			state["solved"].append(area["name"])
			_tell("solved", area["name"])
			for name in area["opens"]:
				if not (name in state["open"]):
					state["open"].append(name)
					_tell("opened", name)
	var done = true
	for area in game["areas"]:
		if area["goal"] != null and not (area["name"] in state["solved"]):
			done = false
	if done and state["status"] == "playing":
		state["status"] = "won"
		_tell("won")


func _met(goal):
	for one in state["things"]:
		if one["inside"] == null and (one["area"] == null or one["area"] in state["open"]) and matches(node(one["id"]), goal):
			return true
	return false


# -- what is where, and what matches what


func thing(id):
	for one in state["things"]:
		if one["id"] == id:
			return one
	return null


func node(id):
	var one = thing(id)
	var content = null
	for other in state["things"]:
		if other["inside"] == id:
			content = node(other["id"])
	return {"tag": id, "item": one["item"], "properties": one["properties"], "content": content}


func within(top):
	var found = []
	while top != null:
		found.append(top)
		top = top["content"]
	return found


func carried(one):
	return one["area"] == null and one["inside"] == null


func at_hand(one):
	return one["inside"] == null and (one["area"] == null or one["area"] == state["player"])


func matches(one, term):
	if not (term["type"] in items[one["item"]]["types"]):
		return false
	for pair in term["properties"]:
		if pair[0] == "carryable":
			if items[one["item"]]["carryable"] != pair[1]:
				return false
			continue
		var value = null
		for own in one["properties"]:
			if own[0] == pair[0]:
				value = own[1]
		if value == null:
			if not _is_false(pair[1]):
				return false
		elif typeof(value) != typeof(pair[1]) or value != pair[1]:
			return false
	if term["contains"] == null:
		return true
	if term["contains"] == "Nothing":
		return one["content"] == null
	return one["content"] != null and term["contains"] in items[one["content"]["item"]]["types"]


func _is_false(value):
	return typeof(value) == TYPE_BOOL and not value


# -- words


func words(move):
	if move["kind"] == "walk":
		return "Go to " + areas[move["area"]]["title"]
	if move["kind"] == "take":
		return "Pick up the " + label(move["object"])
	if move["kind"] == "drop":
		return "Put down the " + label(move["object"])
	var rule = rules[move["rule"]]
	var made = rule["distinction"]
	if rule["ways"].size() > 1:
		var labels = PoolStringArray()
		for item in move["items"]:
			labels.append(items[item]["label"])
		made = _listed(labels)
	return _capital(_phrase(rule, move["inputs"])) + ("" if made == "" else ", for " + made)


# `feed the biscuit to the parrot`; or the rule's own name, with whatever it does not mention.
func _phrase(rule, inputs):
	var text = ""
	if rule["naming"] == null:
		for part in rule["phrase"]:
			text += label(inputs[part["input"]]) if part is Dictionary else part
		return text
	var groups = {"from": [], "with": []}
	var rest = PoolStringArray()
	for index in range(inputs.size()):
		var name = label(inputs[index])
		var item = thing(inputs[index])["item"]
		var naming = rule["naming"]["inputs"][index]
		if naming["silent"] or name == items[item]["label"] and item in naming["mentioned"]:
			continue
		if item in naming["from"]:
			groups["from"].append("the " + name)
		elif item in naming["with"]:
			groups["with"].append("the " + name)
		else:
			rest.append(name)
	text = rule["naming"]["name"]
	for word in ["from", "with"]:
		text += "" if groups[word].size() == 0 else " %s %s" % [word, _listed(PoolStringArray(groups[word]))]
	return text + ("" if rest.size() == 0 else " (%s)" % rest.join(", "))


# An object's name; where there are several that are called so, with a number.
func label(id):
	var name = items[thing(id)["item"]]["label"]
	var alike = []
	for one in state["things"]:
		var seen = one["inside"] == null and (one["area"] == null or one["area"] in state["open"])
		if seen and items[one["item"]]["label"] == name:
			alike.append(one["id"])
	return "%s %d" % [name, alike.find(id) + 1] if alike.size() > 1 and id in alike else name


# What an object looks like: its name, what can be seen of its state, what it holds, and its description.
func look(id):
	var marks = PoolStringArray()
	for told in game["told"]:
		for pair in thing(id)["properties"]:
			if pair[0] == told[0]:
				marks.append(told[1] if typeof(pair[1]) == TYPE_BOOL else "%s: %s" % [told[1], pair[1]])
	if content(id) != null:
		marks.append("holds " + label(content(id)))
	var about = items[thing(id)["item"]]["description"]
	var state_of_it = "" if marks.size() == 0 else " (%s)" % marks.join(", ")
	return "%s%s.%s" % [_capital(label(id)), state_of_it, "" if about == "" else " " + about]


# What can be seen inside an object, or null.
func content(id):
	for one in state["things"]:
		if one["inside"] == id and not one.get("secret", false):
			return one["id"]
	return null


func _sentence(rule, inputs, outputs):
	var text = ""
	for part in rule["says"]:
		if part is Dictionary:
			var item = inputs[part["input"]] if part.has("input") else outputs[part["output"]]
			var name = items[item]["label"]
			text += _capital(name) if part["first"] else name
		else:
			text += part
	return text


func _capital(text):
	return text.substr(0, 1).to_upper() + text.substr(1)


func _by(list, key):
	var found = {}
	for one in list:
		found[one[key]] = one
	return found
